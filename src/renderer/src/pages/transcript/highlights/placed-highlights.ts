/** Where highlights are in the open text. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type {
  RecordingHighlight,
  TextHighlight,
} from '../../../../../shared/highlights/highlight.ts';
import { createPlacer, inText } from '../../../../../shared/highlights/place-highlights.ts';
import { toMs } from '../../../../../shared/time.ts';
import type { Segment } from '../../../../../shared/transcription/transcript.ts';
import type {
  Transcription,
  TranscriptSegment,
} from '../../../../../shared/transcription/transcription.ts';
import { toSegment } from '../../../text/segment.ts';
import { useHighlights } from './highlight-store.ts';

/** A part of a segment's text that is highlighted; `ends` if no later segment has more of it. */
type SegmentMark = {
  highlight: RecordingHighlight;
  offset: number;
  length: number;
  ends: boolean;
};

type Placed = {
  highlights: readonly TextHighlight[];
  bySegment: ReadonlyMap<number, readonly SegmentMark[]>;
};

export const usePlaced = create<Placed>()(() => ({ highlights: [], bySegment: new Map() }));

/** Loads the highlights of a transcript, and finds them in its text whenever either changes. */
export function usePlacing(
  { id, recording_id }: Transcription,
  segments: readonly TranscriptSegment[],
): void {
  const highlights = useHighlights((state) => state.highlights);
  useEffect(() => void useHighlights.load(id, recording_id), [id, recording_id]);
  useEffect(() => usePlaced.setState(placeAll(highlights, segments)), [highlights, segments]);
}

function placeAll(
  highlights: readonly RecordingHighlight[],
  segments: readonly TranscriptSegment[],
): Placed {
  const bySegment = new Map<number, SegmentMark[]>();
  const place = createPlacer(inMs(segments));
  const placed = highlights.map((highlight) => {
    const { start, end, quote } = highlight;
    const span = { startMs: toMs(start), endMs: toMs(end) };
    const pieces = place({ ...span, quote });
    for (const [index, { at, offset, length }] of pieces.entries()) {
      const mark = { highlight, offset, length, ends: index === pieces.length - 1 };
      const before = bySegment.get(at);
      if (before) before.push(mark);
      else bySegment.set(at, [mark]);
    }
    return inText(highlight, pieces, segments);
  });
  return { highlights: placed, bySegment };
}

const converted = new WeakMap<TranscriptSegment, Segment>();

/** Segments as they are inside the program; each is converted once. */
export function inMs(segments: readonly TranscriptSegment[]): Segment[] {
  return segments.map((segment) => {
    const known = converted.get(segment) ?? toSegment(segment);
    converted.set(segment, known);
    return known;
  });
}

/** The highlight at a place in the text, the last one made where there are several. */
export function highlightAt(segment: number, offset: number): RecordingHighlight | undefined {
  const marks = usePlaced.getState().bySegment.get(segment) ?? [];
  return marks.findLast((mark) => mark.offset <= offset && offset <= mark.offset + mark.length)
    ?.highlight;
}
