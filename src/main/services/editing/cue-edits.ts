/** What editing subtitles by hand changes in the cues that a recording keeps. */
import {
  type CueEdit,
  type EditCues,
  overlaps,
  withCueEdit,
  wordsWithin,
} from '../../../shared/subtitles/cue-edits.ts';
import { toMs } from '../../../shared/time.ts';
import { AppError } from '../../core/errors.ts';
import type { SegmentRow } from '../../repositories/tables.ts';
import { toSegment } from '../../repositories/transcripts/stored-segments.ts';

/** As many edits as ten hours have cues, if each were edited separately. */
const MOST_CUE_EDITS = 20_000;

/** The cues that later ones of the same request take the place of: nobody asks for their words. */
export function replacedCues(edits: readonly EditCues[]): Set<EditCues> {
  const replaced = new Set<EditCues>();
  const later: EditCues[] = [];
  for (const edit of edits.toReversed()) {
    if (later.some(({ from, to }) => from <= edit.from && edit.to <= to)) replaced.add(edit);
    else later.push(edit);
  }
  return replaced;
}

/** The words that cues are written for. */
export function wordsOf(rows: readonly SegmentRow[], { from, to, cues }: EditCues): string {
  if (!cues) return '';
  const span = { startMs: toMs(from), endMs: toMs(to) };
  const said = rows.filter(({ startMs, endMs }) => startMs < span.endMs && endMs >= span.startMs);
  const segments = said.map((row, at) => toSegment({ ...row, name: null }, at));
  return wordsWithin(segments, span);
}

/** The edits of subtitles after one more. @throws invalid_request */
export function replaceCues(edits: readonly CueEdit[], edit: EditCues, said: string): CueEdit[] {
  const parted = edits.find(
    (other) => overlaps(other, edit) && (other.from < edit.from || other.to > edit.to),
  );
  if (parted) {
    const message = `Subtitles from ${parted.from} to ${parted.to} s were changed together; name all of their words.`;
    throw new AppError('invalid_request', { param: 'from', message });
  }
  const after = withCueEdit(edits, edit, said);
  if (after.length > MOST_CUE_EDITS) {
    const message = 'Too many subtitles of this recording were changed by hand.';
    throw new AppError('invalid_request', { param: 'cues', message });
  }
  return after;
}
