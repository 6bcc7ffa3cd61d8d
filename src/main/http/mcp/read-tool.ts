import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { answer, NOTICE, type ToolDependencies } from './tool.ts';
import { formatTranscript, TranscriptFormat } from './transcript-formats.ts';
import { TranscriptionId } from './transcription-tools.ts';

/** About ten thousand tokens: an answer that leaves an agent room to think. */
const MAX_CHARACTERS = 40_000;

const Page = z.object({
  notice: z.string(),
  id: z.string(),
  format: TranscriptFormat,
  unit: z.string().describe('What is counted: segments, lines or cues.'),
  total: z.int(),
  offset: z.int(),
  count: z.int(),
  next_offset: z.int().nullable().describe('`null` at the end.'),
  cut: z.string().nullable().describe('What is not shown here, and how to get it.'),
  text: z.string(),
});

/** `read_transcript`: what was said, a page at a time. */
export function registerReadTool(server: McpServer, deps: ToolDependencies): void {
  const { transcriptions, principal, logger } = deps;
  server.registerTool(
    'read_transcript',
    {
      title: 'Read a transcript',
      description:
        'What was said, page by page. `timed` names the time and speaker of each segment; `summary` is short.',
      inputSchema: z.strictObject({
        id: TranscriptionId,
        format: TranscriptFormat.default('timed'),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(2000).default(500),
      }),
      outputSchema: Page,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ id, format, offset, limit }) =>
      answer(logger, async () => {
        const words = format === 'srt' || format === 'vtt';
        const { result } = await transcriptions.get(id, principal, { words });
        if (!result) {
          throw new AppError('wrong_state', {
            message: 'It has no transcript: it is not completed. Call get_transcription.',
          });
        }
        const { unit, pieces, join } = formatTranscript(result, format);
        const shown = takePage(pieces, offset, limit);
        const end = offset + shown.length;
        const total = pieces.length;
        const rest = end < total;
        return {
          notice: NOTICE,
          id,
          format,
          unit,
          total,
          offset,
          count: shown.length,
          next_offset: rest ? end : null,
          cut: rest ? `${total - end} of ${total} ${unit} follow: call with offset ${end}.` : null,
          text: join(shown),
        };
      }),
  );
}

/** As many pieces as fit, but at least one, so that reading on always gets somewhere. */
function takePage(pieces: readonly string[], offset: number, limit: number): string[] {
  const page: string[] = [];
  let characters = 0;
  for (const piece of pieces.slice(offset, offset + limit)) {
    characters += piece.length + 1;
    if (page.length > 0 && characters > MAX_CHARACTERS) break;
    page.push(piece);
  }
  return page;
}
