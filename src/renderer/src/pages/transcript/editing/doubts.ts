/** What of a transcript is worth a second look, and what is right once a person has said so. */
import { toMs } from '../../../../../shared/time.ts';
import {
  DOUBTFUL,
  isDoubt,
  type SegmentDoubt,
} from '../../../../../shared/transcription/transcript.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { wordsOf } from '../reading/words-at.ts';

/** A word the engine was not sure of, or a whole segment with what is odd about it. */
export type Doubt = {
  segment: number;
  offset: number;
  length: number;
  startMs: number;
  about: 'word' | SegmentDoubt;
};

/** What is worth a second look, in order. What a person has written is not doubted. */
export function findDoubts(segments: readonly TranscriptSegment[]): readonly Doubt[] {
  const found = doubtsFound.get(segments) ?? segments.flatMap(doubtsOf);
  doubtsFound.set(segments, found);
  return found;
}

/** Each key of a review asks for them, and ten hours have thousands of segments. */
const doubtsFound = new WeakMap<readonly TranscriptSegment[], readonly Doubt[]>();

export function doubtsOf(segment: TranscriptSegment): Doubt[] {
  const { id, text, start, words, flags, edited } = segment;
  const flag = flags?.find(isDoubt);
  const checked = words.length > 0 && words.every(({ confirmed }) => confirmed);
  if (checked) return [];
  if (flag && !edited && text !== '') {
    return [{ segment: id, offset: 0, length: text.length, startMs: start * 1000, about: flag }];
  }
  if (!words.some(({ confidence, confirmed }) => confidence < DOUBTFUL && !confirmed)) return [];
  const sure = words.map((word) => (word.confirmed ? { ...word, confidence: 1 } : word));
  return wordsOf({ ...segment, words: sure })
    .filter(({ confidence }) => confidence < DOUBTFUL)
    .map(({ offset, text: { length }, startMs }) => ({
      segment: id,
      offset,
      length,
      startMs,
      about: 'word',
    }));
}

/** The words of a segment that are right once a person has said so of a doubt about it, by their places. */
export function confirmedWith({ words }: Pick<TranscriptSegment, 'words'>, doubt: Doubt): number[] {
  const about = words.findIndex(
    ({ start, end }) => toMs(start) <= doubt.startMs && doubt.startMs < toMs(end),
  );
  // Of a whole segment, or of a text whose words have no times of their own, all of it is.
  const whole = doubt.about !== 'word' || about < 0;
  return words.flatMap(({ confirmed }, at) => (whole || confirmed || at === about ? [at] : []));
}
