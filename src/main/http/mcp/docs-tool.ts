import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { DOC_TOPICS } from '../../services/docs.service.ts';
import { answer, type ToolDependencies } from './tool.ts';

const Topic = z.enum(DOC_TOPICS);

/** `get_developer_docs`: the documentation for those who write against the API. */
export function registerDocsTool(server: McpServer, deps: ToolDependencies): void {
  const { docs, logger } = deps;
  server.registerTool(
    'get_developer_docs',
    {
      title: 'Read the developer documentation',
      description:
        'How to use the HTTP API, as Markdown by topic. `openapi` is the whole OpenAPI document as JSON, and long.',
      inputSchema: z.strictObject({ topic: Topic.default('overview') }),
      outputSchema: z.object({ topic: Topic, topics: z.array(Topic), text: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ topic }) =>
      answer(logger, async () => ({
        topic,
        topics: [...DOC_TOPICS],
        text: await docs.read(topic),
      })),
  );
}
