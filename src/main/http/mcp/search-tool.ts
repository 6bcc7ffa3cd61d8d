import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { SearchResults } from '../../../shared/api.ts';
import { answer, NOTICE, type ToolDependencies } from './tool.ts';

/** `search_transcripts`: words in all recordings. */
export function registerSearchTool(server: McpServer, deps: ToolDependencies): void {
  const { search, principal, logger } = deps;
  server.registerTool(
    'search_transcripts',
    {
      title: 'Search transcripts',
      description:
        'Where all words of the query were said together, newest recording first. There is no query syntax.',
      inputSchema: z.strictObject({
        query: z.string().min(1).max(200),
        limit: z.int().min(1).max(50).default(20),
        cursor: z.string().max(200).optional(),
      }),
      outputSchema: SearchResults.extend({ notice: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query, ...page }) =>
      answer(logger, async () => ({
        notice: NOTICE,
        ...(await search.search({ q: query, ...page }, principal)),
      })),
  );
}
