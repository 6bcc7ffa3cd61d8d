/**
 * What `@modelcontextprotocol/conformance` expects of a server made for it, at our own endpoint: its tools, resources and
 * prompts in place of Steno's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import {
  type CallToolResult,
  completable,
  fromJsonSchema,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { z } from 'zod';
import { systemClock } from '../../../src/main/core/clock.ts';
import type { HttpEnv } from '../../../src/main/http/http-env.ts';
import { serveMcp } from '../../../src/main/http/mcp/mcp-endpoint.ts';

/** One red pixel, and a WAV file without samples. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAgD4AAAB9AAACABAAZGF0YQAAAAA=';
const IMAGE = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
const JSON_TYPE = 'application/json';
/** Between two notifications, as the suite asks. */
const PAUSE_MS = 50;

const text = (said: string) => ({ type: 'text', text: said }) as const;
const said = (words: string): CallToolResult => ({ content: [text(words)] });
const embedded = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;

/** Serves it on a port of its own until it is closed. */
export async function startConformanceServer(): Promise<{ url: string; close(): Promise<void> }> {
  const app = new Hono<HttpEnv>();
  const closing = new AbortController();
  serveMcp(app, {
    clock: systemClock,
    closing: closing.signal,
    authenticate: async (c, next) => {
      c.set('requestId', 'req_conformance');
      c.set('principal', { kind: 'key', keyId: 'key_conformance', test: false, scope: 'all' });
      return next();
    },
    createServer: async () => createServer(),
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    close: () => {
      closing.abort();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function createServer(): McpServer {
  const server = new McpServer(
    { name: 'conformance', version: '1.0.0' },
    { capabilities: { logging: {} } },
  );
  registerContent(server);
  registerNotifying(server);
  registerResources(server);
  registerPrompts(server);
  return server;
}

function registerContent(server: McpServer): void {
  const answers: Record<string, CallToolResult> = {
    test_simple_text: said('This is a simple text response for testing.'),
    test_image_content: { content: [IMAGE] },
    test_audio_content: { content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] },
    test_embedded_resource: {
      content: [
        embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
      ],
    },
    test_multiple_content_types: {
      content: [
        text('Multiple content types test:'),
        IMAGE,
        embedded('test://mixed-content-resource', JSON_TYPE, '{"test":"data","value":123}'),
      ],
    },
  };
  for (const [name, answer] of Object.entries(answers)) {
    server.registerTool(name, { description: name }, () => answer);
  }
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  const inputSchema = fromJsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  });
  const description = 'Tool with JSON Schema 2020-12 features';
  server.registerTool('json_schema_2020_12_tool', { description, inputSchema }, () =>
    said('Done.'),
  );
}

function registerNotifying(server: McpServer): void {
  server.registerTool('test_tool_with_logging', { description: 'Logs.' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    await sleep(PAUSE_MS);
    await mcpReq.log('info', 'Tool processing data');
    await sleep(PAUSE_MS);
    await mcpReq.log('info', 'Tool execution completed');
    return said('Logged.');
  });
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports progress.' },
    async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 100 };
          await mcpReq.notify({ method: 'notifications/progress', params });
        }
        await sleep(PAUSE_MS);
      }
      return said('Reported.');
    },
  );
}

function registerResources(server: McpServer): void {
  const resource = (uri: string, mimeType: string, content: { text: string } | { blob: string }) =>
    server.registerResource(uri, uri, { description: uri, mimeType }, ({ href }) => ({
      contents: [{ uri: href, mimeType, ...content }],
    }));
  resource('test://static-text', 'text/plain', {
    text: 'This is the content of the static text resource.',
  });
  resource('test://static-binary', 'image/png', { blob: PNG });
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data of an id.', mimeType: JSON_TYPE },
    ({ href }, { id }) => {
      const data = { id, templateTest: true, data: `Data for ID: ${id}` };
      return { contents: [{ uri: href, mimeType: JSON_TYPE, text: JSON.stringify(data) }] };
    },
  );
}

function registerPrompts(server: McpServer): void {
  const user = <Content>(content: Content) => ({ role: 'user' as const, content });
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'With arguments.',
      argsSchema: z.object({
        arg1: completable(z.string(), () => ['paris', 'park']),
        arg2: z.string(),
      }),
    },
    ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    {
      description: 'With a resource.',
      argsSchema: z.object({ resourceUri: z.string() }),
    },
    ({ resourceUri }) => ({
      messages: [
        user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With an image.' }, () => ({
    messages: [user(IMAGE), user(text('Please analyze the image above.'))],
  }));
}
