import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { DOC_TOPICS } from '../../services/docs.service.ts';
import { Place, takePage } from '../docs/docs-page.ts';
import { answer, type ToolDependencies } from './tool.ts';

const Topic = z.enum(DOC_TOPICS);

/** `get_developer_docs`: the developer documentation, page by page. */
export function registerDocsTool(server: McpServer, deps: ToolDependencies): void {
  const { docs, logger } = deps;
  server.registerTool(
    'get_developer_docs',
    {
      title: 'Read the developer documentation',
      description:
        'How to use the HTTP API, by topic, as Markdown. `reference` has every endpoint, with `path` only those you name. `openapi` is the whole OpenAPI document as JSON, and many pages long.',
      inputSchema: z.strictObject({
        topic: Topic.default('overview'),
        path: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe('Of the `reference`: endpoints with this in their path, such as `/v1/files`.'),
        offset: z.int().min(0).default(0).describe('The `next_offset` of the page before.'),
      }),
      outputSchema: z.object({
        topic: Topic,
        topics: z.array(Topic),
        ...Place.shape,
        text: z.string(),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ topic, path, offset }) =>
      answer(logger, async () => {
        const lines = (await docs.read(topic, path)).split('\n');
        const { shown, place } = takePage(lines, { unit: 'lines', offset, sizeOf: sizeInAnswer });
        return { topic, topics: [...DOC_TOPICS], ...place, text: shown.join('\n') };
      }),
  );
}

/** A line is sent twice: as data, and as text within JSON. */
function sizeInAnswer(line: string): number {
  return line.length + 1 + JSON.stringify(line).length;
}
