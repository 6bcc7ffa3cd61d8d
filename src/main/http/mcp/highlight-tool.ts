import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CreateHighlight, TextHighlight } from '../../../shared/highlights/highlight.ts';
import { answer, NOTICE, type ToolDependencies } from './tool.ts';
import { TranscriptionId } from './transcription-tools.ts';

/** `add_highlight`: marks words of a transcript. A read-only key is not offered it. */
export function registerHighlightTool(server: McpServer, deps: ToolDependencies): void {
  const { highlights, principal, logger } = deps;
  if (principal.scope === 'read') return;
  server.registerTool(
    'add_highlight',
    {
      title: 'Mark words of a transcript',
      description:
        'Marks the words said between two times, with a color and a comment. read_transcript with the format `highlights` lists them.',
      inputSchema: CreateHighlight.safeExtend({ id: TranscriptionId }),
      outputSchema: z.object({ notice: z.string(), highlight: TextHighlight }),
      annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    ({ id, ...request }) =>
      answer(logger, async () => ({
        notice: NOTICE,
        highlight: await highlights.add(id, request, principal),
      })),
  );
}
