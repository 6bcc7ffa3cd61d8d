/** Where in the text a moment of the recording is, and the other way round. */
import { isSpaceless } from '../../../../../shared/subtitles/spacing.ts';
import {
  localeOf,
  type TimedWord,
  timedWords,
} from '../../../../../shared/subtitles/timed-words.ts';
import { toMs } from '../../../../../shared/time.ts';
import {
  DOUBTFUL,
  isDoubt,
  type SegmentDoubt,
} from '../../../../../shared/transcription/transcript.ts';
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

/** What is doubtful in one segment. */
export function doubtsOf(segment: TranscriptSegment): Doubt[] {
  const { id, text, start, words, flags, edited } = segment;
  const flag = flags?.find(isDoubt);
  const checked = words.length > 0 && words.every(({ confirmed }) => confirmed);
  if (checked) return [];
  if (flag && !edited && text !== '') {
    return [{ segment: id, offset: 0, length: text.length, startMs: start * 1000, about: flag }];
  }
  if (!words.some(isDoubtful)) return [];
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

type Words = TranscriptSegment['words'];

function isDoubtful({ confidence, confirmed }: Words[number]): boolean {
  return confidence < DOUBTFUL && !confirmed;
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

export type FindOptions = { wholeWords: boolean; matchCase: boolean };

const ANY: FindOptions = { wholeWords: false, matchCase: false };
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;

/** Where a text contains another. */
export function findText(
  text: string,
  wanted: string,
  { wholeWords, matchCase }: FindOptions = ANY,
): number[] {
  if (wanted === '') return [];
  const places: number[] = [];
  const fold = (one: string) => (matchCase ? one : one.toLowerCase());
  const [hay, needle] = [fold(text), fold(wanted)];
  // A letter whose small form is longer would shift the places.
  if (hay.length !== text.length) return [];
  for (let at = hay.indexOf(needle); at >= 0; ) {
    const fits = !wholeWords || isWhole(text, at, at + needle.length);
    if (fits) places.push(at);
    at = hay.indexOf(needle, at + (fits ? needle.length : 1));
  }
  return places;
}

/** Whether no word goes on across either edge. */
function isWhole(text: string, from: number, to: number): boolean {
  const [first, last] = [text.charAt(from), text.charAt(to - 1)];
  const goesOn = (a: string, b: string) => WORD_CHARACTER.test(a) && WORD_CHARACTER.test(b);
  return !goesOn(text.charAt(from - 1), first) && !goesOn(last, text.charAt(to));
}
