import type { RecordingMark } from '../../../shared/recordings.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import type { Principal } from '../principal.ts';
import type { HighlightService } from '../transcriptions/highlight.service.ts';
import type { TranscriptionService } from '../transcriptions/transcription.service.ts';

export type MarkPorts = {
  transcriptions: Pick<TranscriptionService, 'get'>;
  highlights: Pick<HighlightService, 'add' | 'list'>;
};

/** Makes highlights of the moments that were marked while a recording was made. */
export function createMarkHighlights(
  { logger }: Pick<Core, 'logger'>,
  { transcriptions, highlights }: MarkPorts,
) {
  /** Whether nothing is left to be done: they are highlights, or will never be. */
  return async (
    id: string,
    { marks, principal }: { marks: readonly RecordingMark[]; principal: Principal },
  ): Promise<boolean> => {
    try {
      const { status, result } = await transcriptions.get(id, principal, { words: false });
      if (status === 'failed') return true;
      if (status !== 'completed' || !result) return false;
      // Some of them may be there, if Steno ended in between.
      const { data } = await highlights.list(id, principal);
      for (const { at, comment } of marks) {
        const said = saidAt(result.segments, at);
        const isThere = data.some(
          (one) => one.comment === comment && one.start <= at && at <= one.end,
        );
        if (!said || isThere) continue;
        const { start, end } = said;
        await highlights
          .add(
            id,
            { start, end, comment, color: 'yellow', quote: said.text.slice(0, 1000) },
            principal,
          )
          .catch((error: unknown) => {
            logger.warn({ transcriptionId: id, err: error }, 'a mark was not highlighted');
          });
      }
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return true;
      throw error;
    }
  };
}

/** What is said at a moment; people mark what they have just heard, so else what was said before it. */
function saidAt<Said extends { start: number }>(
  segments: readonly Said[],
  at: number,
): Said | null {
  return segments.findLast(({ start }) => start <= at) ?? segments[0] ?? null;
}
