/** Marks words, and opens what is written to them. */
import { create } from 'zustand';
import type { HighlightColor } from '../../../../../shared/highlights/highlight.ts';
import { type Anchor, spanOf, textOf } from '../../../../../shared/highlights/place-highlights.ts';
import { listen } from '../../../event-listeners.ts';
import { segmentsShown, useEdits } from '../../../stores/transcript/edit-store.ts';
import type { Selected } from '../speakers/words-to-speaker.ts';
import { useHighlights } from './highlight-store.ts';
import { segmentElement } from './highlighted-words.ts';
import { inMs } from './placed-highlights.ts';
import { selectedText, wordsMeant } from './selected-text.ts';

type Opened = { id: string; rect: DOMRect; home: Element | null };

export const useOpened = create<{ opened: Opened | null }>()(() => ({ opened: null }));

export function openHighlight(id: string, rect: DOMRect, home = document.activeElement): void {
  useEdits.edit(null);
  useOpened.setState({ opened: { id, rect, home } });
}

/** Marks the selected words; where none are selected, a segment. */
export async function markWords(
  segment: number | null,
  { color, comment = false }: { color?: HighlightColor; comment?: boolean } = {},
): Promise<void> {
  const found = selectedText();
  const selected = wordsMeant(segment);
  const anchor = selected && anchorOf(selected);
  if (!anchor) return;
  const rect = found?.rect ?? (segment === null ? null : rectOf(segment)) ?? new DOMRect();
  const home = document.activeElement;
  const lettersHeld = comment ? holdLetters() : () => '';
  const id = await useHighlights.add(anchor, color);
  const letters = lettersHeld();
  if (id === null) return;
  getSelection()?.removeAllRanges();
  if (!comment) return;
  openHighlight(id, rect, home);
  if (letters) useHighlights.write(id, `${writtenTo(id)}${letters}`);
}

/** The comment as its form shows it. */
function writtenTo(id: string): string {
  const { drafts, highlights } = useHighlights.getState();
  return drafts[id]?.text ?? highlights.find((one) => one.id === id)?.comment ?? '';
}

const rectOf = (segment: number) => segmentElement(segment)?.getBoundingClientRect() ?? null;

function anchorOf({ first, last }: Selected): Anchor | null {
  const shown = segmentsShown();
  const segments = inMs(shown.slice(first.id, last.id + 1));
  const pieces = segments.map(({ text }, at) => {
    const offset = at === 0 ? first.offset : 0;
    const end = at === segments.length - 1 ? last.offset : text.length;
    return { at, offset, length: end - offset };
  });
  const span = spanOf(pieces, segments);
  return span && { ...span, quote: textOf(pieces, segments) };
}

/**
 * Keeps what is typed before the field for it is there, so that no letter becomes a shortcut; the function it returns
 * ends that, and gives the letters. Escape or a press elsewhere ends it, too: then there are none.
 */
function holdLetters(): () => string {
  let letters = '';
  const hold = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const { key, ctrlKey, metaKey } = event;
    if (key === 'Escape') drop();
    else if (key === 'Backspace') letters = letters.slice(0, -1);
    else if (key === 'Enter') letters += '\n';
    else if (key.length === 1 && !ctrlKey && !metaKey) letters += key;
  };
  const drop = () => {
    stop();
    letters = '';
  };
  const stop = listen(window, { keydown: hold, pointerdown: drop }, { capture: true });
  return () => {
    stop();
    return letters;
  };
}
