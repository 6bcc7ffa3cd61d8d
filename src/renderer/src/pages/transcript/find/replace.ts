import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import type { SegmentChange } from '../../../stores/transcript/transcript-changes.ts';
import { type FindOptions, findText } from '../reading/places.ts';

export function replaceAt(text: string, offset: number, length: number, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}

/** One change for each segment that contains what is looked for, and how many places they replace. */
export function replaceEverywhere(
  segments: readonly Pick<TranscriptSegment, 'id' | 'text'>[],
  query: string,
  by: string,
  options?: FindOptions,
): { changes: SegmentChange[]; places: number } {
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
  return `Replaced ${places} in ${sentences} ${sentences === 1 ? 'sentence' : 'sentences'}`;
}
