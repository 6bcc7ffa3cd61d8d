/** Finds a text in a transcript, and writes another in its place. */
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { formatCount } from '../../../text/format.ts';

export type FindOptions = { wholeWords: boolean; matchCase: boolean };

const ANY: FindOptions = { wholeWords: false, matchCase: false };
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;

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

export function replaceAt(text: string, offset: number, length: number, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}

/** One change for each segment that contains what is looked for, and how many places they replace. */
export function replaceEverywhere(
  segments: readonly Pick<TranscriptSegment, 'id' | 'text'>[],
  query: string,
  by: string,
  options?: FindOptions,
): { changes: { id: number; text: string }[]; places: number } {
  let total = 0;
  const changes = segments.flatMap(({ id, text }) => {
    const places = findText(text, query, options);
    if (places.length === 0) return [];
    total += places.length;
    // From the end, so that the places before stay where they are.
    const replaced = places.reduceRight(
      (done, offset) => replaceAt(done, offset, query.length, by),
      text,
    );
    return [{ id, text: replaced }];
  });
  return { changes, places: total };
}

/** Such as `Replaced 300 in 120 sentences`. */
export function describeReplaced(places: number, sentences: number): string {
  return `Replaced ${formatCount(places)} in ${formatCount(sentences)} ${sentences === 1 ? 'sentence' : 'sentences'}`;
}
