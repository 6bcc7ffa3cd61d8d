import { segmentsShown } from '../../../stores/transcript/edit-store.ts';
import type { Selected } from '../speakers/words-to-speaker.ts';

/** What is selected of the transcript, and where on the screen; null where nothing is. */
export function selectedText(): { selected: Selected; rect: DOMRect } | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const first = placeOf(range.startContainer, range.startOffset);
  const last = placeOf(range.endContainer, range.endOffset);
  if (!first || !last || range.toString().trim() === '') return null;
  return { selected: { first, last }, rect: range.getBoundingClientRect() };
}

/** The selected words; where none are, a whole segment. */
export function wordsMeant(segment: number | null): Selected | undefined {
  const shown = segment === null ? undefined : segmentsShown()[segment];
  const found = selectedText()?.selected;
  if (found || !shown) return found;
  const { id, text } = shown;
  return { first: { id, offset: 0 }, last: { id, offset: text.length } };
}

/** The segment that a place in the document belongs to, and the place in its text; null outside of segments. */
export function placeOf(node: Node, offset: number): { id: number; offset: number } | null {
  const element = node instanceof Element ? node : node.parentElement;
  const segment = element?.closest<HTMLElement>('[data-segment]');
  if (!segment) return null;
  const before = document.createRange();
  before.selectNodeContents(segment);
  before.setEnd(node, offset);
  return { id: Number(segment.dataset['segment']), offset: before.toString().length };
}
