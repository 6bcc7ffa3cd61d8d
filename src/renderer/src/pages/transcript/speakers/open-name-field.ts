/** The name field that is open: whom it is about, and what a name in it can be for. */
import { create } from 'zustand';
import { segmentsShown, useEdits } from '../../../stores/transcript/edit-store.ts';
import { blocks } from '../editing/editing-commands.ts';
import { segmentElement } from '../highlights/highlighted-words.ts';
import { selectedText } from '../highlights/selected-text.ts';
import type { Selected } from './words-to-speaker.ts';

/** All that somebody says gets their name; everything else is given to whoever has the name. */
export type Scope = 'everything' | 'words' | 'sentence' | 'paragraph' | 'onwards';

export type Asked = {
  /** Who says it now. */
  speaker: number;
  /** Where it was asked: when the sentence starts, in seconds; null in the list of speakers. */
  start: number | null;
  selected: Selected | null;
  /** The usual one is first. */
  scopes: readonly Scope[];
  anchor: { getBoundingClientRect: () => DOMRect };
  /** Gets the focus back. */
  home: Element | null;
};

export const useAsked = create<{ asked: Asked | null }>()(() => ({ asked: null }));

/** Asks for the name of a speaker whose label was clicked: above a sentence, or in the list of speakers. */
export function askName(speaker: number, label: Element, segment: number | null = null): void {
  useEdits.edit(null);
  const shown = segment === null ? undefined : segmentsShown()[segment];
  const isOne = blocks().some((block) => block.firstSegment === segment && !block.pieces[1]);
  const parts: Scope[] = isOne ? ['paragraph', 'onwards'] : ['sentence', 'paragraph', 'onwards'];
  useAsked.setState({
    asked: {
      speaker,
      start: shown?.start ?? null,
      selected: null,
      scopes: shown ? ['everything', ...parts] : ['everything'],
      anchor: anchorOf(() => label),
      home: label,
    },
  });
}

/** Asks who says the selected words; where none are selected, a sentence. */
export function askWhoSpeaks(segment: number | null): void {
  const found = selectedText();
  const home = document.activeElement;
  useEdits.edit(null);
  const id = found?.selected.first.id ?? segment;
  const shown = id === null ? undefined : segmentsShown()[id];
  if (!shown || (!found && !segmentElement(shown.id))) return;
  const { rect = null, selected = null } = found ?? {};
  useAsked.setState({
    asked: {
      speaker: shown.speaker_id,
      start: shown.start,
      selected,
      scopes: [
        ...(selected ? ['words' as const] : []),
        'sentence',
        'paragraph',
        'onwards',
        'everything',
      ],
      anchor: rect
        ? { getBoundingClientRect: () => rect }
        : anchorOf(() => segmentElement(shown.id)),
      home,
    },
  });
}

/** Where something is, or was last. */
function anchorOf(find: () => Element | null): Asked['anchor'] {
  let last = new DOMRect();
  return {
    getBoundingClientRect: () => {
      const element = find();
      if (element?.isConnected) last = element.getBoundingClientRect();
      return last;
    },
  };
}
