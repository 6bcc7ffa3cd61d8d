/** Which words and segments are at a moment of the recording, or at a place in the text. */
import { isSpaceless } from '../../../../../shared/subtitles/spacing.ts';
import {
  localeOf,
  type TimedWord,
  timedWords,
} from '../../../../../shared/subtitles/timed-words.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { type Place, toSegment } from '../../../text/segment.ts';

/** The words of a segment with their places in its text. */
export function wordsOf(segment: TranscriptSegment): TimedWord[] {
  return timedWords(toSegment(segment));
}

/** The segment that plays at a moment, or was last; the first before any was. */
export function segmentAt(
  segments: readonly TranscriptSegment[],
  ms: number,
): TranscriptSegment | undefined {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((segments[middle]?.start ?? 0) * 1000 <= ms + 1) low = middle;
    else high = middle - 1;
  }
  return segments[low];
}

/** The word that plays at a moment; `undefined` in pauses. */
export function wordAt(words: readonly TimedWord[], ms: number): TimedWord | undefined {
  const word = words.findLast(({ startMs }) => startMs <= ms + 1);
  return word && ms < word.endMs + 300 ? word : undefined;
}

/** The word at an offset of the text, or the last one before it. */
export function wordAtOffset(words: readonly TimedWord[], offset: number): TimedWord | undefined {
  return words.findLast((word) => word.offset <= offset) ?? words[0];
}

/** Half a pair of surrogates is never left behind. */
const LETTER = /[\p{L}\p{N}\p{M}\p{Cs}]/u;
const WITHIN_WORD = /[\p{L}\p{N}\p{M}\p{Cs}'’-]/u;

type Spoken = Pick<TranscriptSegment, 'id' | 'text' | 'language'>;

/** What is selected to be written again: whole words, without the punctuation around them. */
export function lettersAt(
  { id, text, language }: Spoken,
  { offset, length }: Omit<Place, 'segment'>,
): Place {
  let [from, to] = [offset, offset + length];
  while (WITHIN_WORD.test(text.charAt(from - 1))) from--;
  while (WITHIN_WORD.test(text.charAt(to))) to++;
  if (isSpaceless(text.slice(from, to))) {
    const words = new Intl.Segmenter(localeOf(language), { granularity: 'word' }).segment(text);
    const last = words.containing(Math.max(offset, Math.min(offset + length, text.length) - 1));
    from = Math.max(from, words.containing(offset)?.index ?? from);
    to = Math.min(to, last ? last.index + last.segment.length : to);
  }
  while (from < to && !LETTER.test(text.charAt(from))) from++;
  while (to > from && !LETTER.test(text.charAt(to - 1))) to--;
  return { segment: id, offset: from, length: to - from };
}
