import type { TimeSpan } from '../../../../../shared/time.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { wordsOf } from '../reading/words-at.ts';
import type { Selected } from '../speakers/words-to-speaker.ts';

/** So much of the recording is left before the first word and after the last, so that neither is clipped. */
const PAD_MS = 100;

/** When the selected words are said, from the first to the last of them; null where none is. */
export function clipSpan(
  { first, last }: Selected,
  segments: readonly TranscriptSegment[],
  durationMs: number,
): TimeSpan | null {
  const [head, tail] = [segments[first.id], segments[last.id]];
  if (!head || !tail) return null;
  const from =
    wordsOf(head).find(({ offset, text }) => offset + text.trimEnd().length > first.offset) ??
    segments.slice(first.id + 1, last.id + 1).flatMap(wordsOf)[0];
  const to =
    wordsOf(tail).findLast(({ offset }) => offset < last.offset) ??
    segments.slice(first.id, last.id).flatMap(wordsOf).at(-1);
  if (!from || !to || to.endMs <= from.startMs) return null;
  return {
    startMs: Math.max(0, from.startMs - PAD_MS),
    endMs: Math.min(durationMs, to.endMs + PAD_MS),
  };
}
