/** Coding agents as the protocol's own client library makes them. */
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { TestApp } from './app.ts';

const Data = z.record(z.string(), z.unknown());

/** Clients of both eras: with the handshake of 2025-11-25, and stateless as of 2026-07-28. */
export const ERAS: { revision: string; mode: VersionNegotiationMode }[] = [
  { revision: '2025-11-25', mode: 'legacy' },
  { revision: '2026-07-28', mode: { pin: '2026-07-28' } },
];

export type Agent = Awaited<ReturnType<typeof connectAgent>>;

export async function connectAgent(
  app: Pick<TestApp, 'url' | 'key'>,
  mode: VersionNegotiationMode = 'auto',
) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', app.url), {
      requestInit: { headers: { authorization: `Bearer ${app.key}` } },
    }),
  );
  return {
    client,
    close: () => client.close(),

    /** The tool's data. Rejects with its words when it failed. */
    async call(
      name: string,
      input: Record<string, unknown> = {},
    ): Promise<Record<string, unknown>> {
      const { isError, structuredContent, content } = await client.callTool({
        name,
        arguments: input,
      });
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      if (isError) throw new Error(text);
      if (text !== JSON.stringify(structuredContent)) throw new Error('Text and data differ.');
      return Data.parse(structuredContent);
    },
  };
}
