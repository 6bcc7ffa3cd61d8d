import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import type { SegmentChange } from '../../../stores/transcript/transcript-changes.ts';
import { findText } from '../reading/places.ts';

export function replaceAt(text: string, offset: number, length: number, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}

/** One change for each segment that contains what is looked for. */
export function replaceEverywhere(
  segments: readonly Pick<TranscriptSegment, 'id' | 'text'>[],
  query: string,
  by: string,
): SegmentChange[] {
  return segments.flatMap(({ id, text }) => {
    const places = findText(text, query);
    if (places.length === 0) return [];
    // From the end, so that the places before stay where they are.
    const replaced = places.reduceRight(
      (done, offset) => replaceAt(done, offset, query.length, by),
      text,
    );
    return [{ id, text: replaced }];
  });
}
