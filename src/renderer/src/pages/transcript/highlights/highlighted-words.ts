/** Words are marked with the browser's own highlights, which change neither document nor layout: marking is free. */
import type { HighlightColor } from '../../../../../shared/highlights/highlight.ts';

export type HighlightName =
  | 'spoken'
  | 'doubtful'
  | 'found'
  | 'given'
  | 'chosen'
  | `marked-${HighlightColor}`;

export type Span = { offset: number; length: number };

/** Where they meet, the one with the higher number is seen. */
const PRIORITY: Record<HighlightName, number> = {
  'marked-yellow': 0,
  'marked-green': 1,
  'marked-blue': 2,
  'marked-pink': 3,
  doubtful: 4,
  found: 5,
  given: 6,
  spoken: 7,
  chosen: 8,
};

/** Marks parts of a segment's text until the function it returns is called. */
export function mark(name: HighlightName, segment: Element, spans: readonly Span[]): () => void {
  const length = segment.textContent.length;
  // A browser without them shows the text all the same.
  if (spans.length === 0 || !('highlights' in CSS)) return () => {};
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  highlight.priority = PRIORITY[name];
  CSS.highlights.set(name, highlight);
  const ranges = spans
    .filter((span) => span.offset + span.length <= length)
    .map((span) => {
      const range = new Range();
      range.setStart(...placeIn(segment, span.offset + 1, -1));
      range.setEnd(...placeIn(segment, span.offset + span.length, 0));
      highlight.add(range);
      return range;
    });
  return () => {
    for (const range of ranges) highlight.delete(range);
  };
}

/** The piece of text that holds a segment's letter before `offset`, and the place there, moved `by`. */
function placeIn(segment: Element, offset: number, by: -1 | 0): [node: Node, offset: number] {
  const pieces = document.createTreeWalker(segment, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let piece = pieces.nextNode(); piece; piece = pieces.nextNode()) {
    const length = piece.nodeValue?.length ?? 0;
    if (left <= length) return [piece, left + by];
    left -= length;
  }
  return [segment, 0];
}

/** The element that shows a segment, when it is in view. */
export function segmentElement(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-segment="${id}"]`);
}
