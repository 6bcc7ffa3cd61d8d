/** A change of a transcript's rows as the API tells of it. */
import type { EditedTranscript } from '../../../shared/transcription/editing.ts';
import type { TranscriptSegment } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import type { SegmentRow } from '../../repositories/tables.ts';
import type { RowChange } from '../../repositories/transcripts/row-changes.ts';
import type { StoredResult } from '../../repositories/transcripts/stored-result.ts';
import { toSegment } from '../../repositories/transcripts/stored-segments.ts';
import { toApiSegment } from '../transcriptions/result-view.ts';

/** The rows after a change and before it, and what changed in them. */
export type ChangedRows = {
  rows: readonly SegmentRow[];
  changes: readonly RowChange[];
  before: readonly SegmentRow[];
};

/** What stands where now, in order. */
export function toSplices({
  result,
  rows,
  changes,
  before,
}: ChangedRows & { result: StoredResult }): EditedTranscript['changes'] {
  const firsts = firstOfWindows(before);
  let shift = 0;
  return changes.map(({ window, at, removed, added }) => {
    const first = firstOf(firsts, window, before.length) + at + shift;
    shift += added.length - removed.length;
    const segments = added.map((_, index) => apiSegment(result, rows, first + index));
    return { first, removed: removed.length, segments };
  });
}

/** A segment as the API returns it: the stored result has no words, the rows have them. */
export function apiSegment(
  { segments }: StoredResult,
  rows: readonly SegmentRow[],
  id: number,
): TranscriptSegment {
  const [stored, row] = [segments[id], rows[id]];
  if (!stored || !row) throw new AppError('internal');
  return toApiSegment({ ...stored, words: toSegment({ ...row, name: null }, id).words });
}

function firstOfWindows(rows: readonly SegmentRow[]): Map<number, number> {
  const firsts = new Map<number, number>();
  rows.forEach(({ windowIdx }, id) => {
    if (!firsts.has(windowIdx)) firsts.set(windowIdx, id);
  });
  return firsts;
}

/** Where a window without segments would start: at the next window that has some. */
function firstOf(firsts: ReadonlyMap<number, number>, window: number, end: number): number {
  const first = firsts.get(window);
  if (first !== undefined) return first;
  return [...firsts].find(([later]) => later > window)?.[1] ?? end;
}
