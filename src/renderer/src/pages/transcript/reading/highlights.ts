/**
 * Words are marked with the browser's own highlights: ranges over text that change neither the document nor the
 * layout, so that a segment is one piece of text and marking is free.
 */
export type HighlightName = 'spoken' | 'doubtful' | 'found' | 'chosen';

export type Span = { offset: number; length: number };

/** Where they meet, the one with the higher number is seen. */
const PRIORITY: Record<HighlightName, number> = { doubtful: 0, found: 1, spoken: 2, chosen: 3 };

/** Marks parts of a segment's text until the function it returns is called. */
export function mark(name: HighlightName, segment: Element, spans: readonly Span[]): () => void {
  const text = segment.firstChild;
  // A browser without them shows the text all the same.
  if (spans.length === 0 || !(text instanceof Text) || !('highlights' in CSS)) return () => {};
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  highlight.priority = PRIORITY[name];
  CSS.highlights.set(name, highlight);
  const ranges = spans
    .filter(({ offset, length }) => offset + length <= text.length)
    .map(({ offset, length }) => {
      const range = new Range();
      range.setStart(text, offset);
      range.setEnd(text, offset + length);
      highlight.add(range);
      return range;
    });
  return () => {
    for (const range of ranges) highlight.delete(range);
  };
}

/** The element that shows a segment, when it is in view. */
export function segmentElement(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-segment="${id}"]`);
}
