import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { Place, takePage } from './pages.ts';
import { answer, NOTICE, type ToolDependencies } from './tool.ts';
import { formatTranscript, TranscriptFormat } from './transcript-formats.ts';
import { TranscriptionId } from './transcription-tools.ts';

const Page = z.object({
  notice: z.string(),
  id: z.string(),
  format: TranscriptFormat,
  ...Place.shape,
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
        const { shown, place } = takePage(pieces, {
          unit,
          offset,
          most: limit,
          sizeOf: (piece) => piece.length + 1,
        });
        return { notice: NOTICE, id, format, ...place, text: join(shown) };
      }),
  );
}
