/** Where in the text a moment of the recording is, and the other way round. */
import { type TimedWord, timedWords } from '../../../../../shared/subtitles/timed-words.ts';
import type { SegmentFlag } from '../../../../../shared/transcription/transcript.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { toSegment } from '../../../text/segment.ts';

/** Below this, a word is worth a second look. */
const DOUBTFUL = 0.5;

/** The words of a segment with their places in its text. */
export function wordsOf(segment: TranscriptSegment): TimedWord[] {
  return timedWords(toSegment(segment));
}

/** The segment that is heard at a moment, or was last; the first before any was. */
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

/** The word that is heard at a moment; `undefined` in pauses. */
export function wordAt(words: readonly TimedWord[], ms: number): TimedWord | undefined {
  const word = words.findLast(({ startMs }) => startMs <= ms + 1);
  return word && ms < word.endMs + 300 ? word : undefined;
}

/** The word at an offset of the text, or the last one before it. */
export function wordAtOffset(words: readonly TimedWord[], offset: number): TimedWord | undefined {
  return words.findLast((word) => word.offset <= offset) ?? words[0];
}

/** A word the engine was not sure of, or a whole segment with what is odd about it. */
export type Doubt = {
  segment: number;
  offset: number;
  length: number;
  startMs: number;
  about: 'word' | SegmentFlag;
};

/** What is worth a second look, in order. What a person has written is not doubted. */
export function findDoubts(segments: readonly TranscriptSegment[]): Doubt[] {
  return segments.flatMap(doubtsOf);
}

/** What is doubtful in one segment. */
export function doubtsOf(segment: TranscriptSegment): Doubt[] {
  const { id, text, start, words, flags, edited } = segment;
  const [flag] = flags ?? [];
  if (flag && !edited && text !== '') {
    return [{ segment: id, offset: 0, length: text.length, startMs: start * 1000, about: flag }];
  }
  if (!words.some(({ confidence }) => confidence < DOUBTFUL)) return [];
  return wordsOf(segment)
    .filter(({ confidence }) => confidence < DOUBTFUL)
    .map(({ offset, text: { length }, startMs }) => ({
      ...{ segment: id, offset, length, startMs },
      about: 'word',
    }));
}

/** Where a text contains another, in any case. */
export function findText(text: string, wanted: string): number[] {
  if (wanted === '') return [];
  const places: number[] = [];
  const [hay, needle] = [text.toLowerCase(), wanted.toLowerCase()];
  // A letter whose small form is longer would shift the places.
  if (hay.length !== text.length) return [];
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + needle.length)) {
    places.push(at);
  }
  return places;
}
