import { useEffect, useRef } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { WRITING_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useFind } from '../find/find-store.ts';
import { usePlayer } from '../player/player-store.ts';
import { cutHere, editDoubt, joinBackwards, joinForwards } from './editing-commands.ts';

/**
 * The segment's own place in the paragraph, to write in: the browser shows each key, and nothing else on the page is
 * drawn again. Control and Enter or leaving it keeps what was written, Escape does not; Tab goes on to the next doubtful word; Enter
 * begins a paragraph.
 */
export function SegmentEditor({ segment }: { segment: TranscriptSegment }) {
  const element = useRef<HTMLSpanElement>(null);
  const first = useRef(segment);

  useEffect(() => {
    const field = element.current;
    if (!field) return;
    const { text, start } = first.current;
    // It may have moved to another paragraph while the user writes.
    const draft = useEdits.written(start);
    const { from, to } = useEdits.getState().editing ?? { from: 0, to: 0 };
    field.textContent = draft?.text ?? text;
    field.focus({ preventScroll: true });
    select(field, draft?.caret ?? from, draft?.caret ?? to);
    field.scrollIntoView({ block: 'nearest' });
  }, []);

  const onInput = () => {
    const field = element.current;
    if (!field) return;
    const { start, text: base } = first.current;
    useEdits.write({
      start,
      base,
      text: clean(field.textContent ?? ''),
      caret: selectionIn(field).to,
    });
  };

  const onBlur = () => {
    // Not where only the window has lost the keyboard, or the field is drawn at another place.
    setTimeout(() => {
      const { editing } = useEdits.getState();
      const at = document.activeElement;
      const stays = at instanceof HTMLElement && at.isContentEditable;
      if (!stays && editing?.start === first.current.start) useEdits.edit(null);
    });
  };

  const { start } = first.current;
  const before = (field: HTMLElement) =>
    clean((field.textContent ?? '').slice(0, selectionIn(field).to)).length;
  const inField = (act: (field: HTMLElement) => unknown) => () =>
    element.current ? act(element.current) : false;
  /** At the edge of the text, where there is nothing to delete; a held key stops there. */
  const atEdge =
    (edge: (field: HTMLElement) => number, join: (start: number) => void) =>
    ({ repeat }: { repeat: boolean }) => {
      const field = element.current;
      if (!field) return false;
      const { from, to } = selectionIn(field);
      if (from !== to || to !== edge(field)) return false;
      if (!repeat) join(start);
      return true;
    };
  usePageKeys(
    WRITING_KEYS,
    {
      keep: () => useEdits.edit(null),
      cancel: useEdits.cancel,
      doubtAfter: inField((field) => editDoubt(start, before(field), 1)),
      doubtBefore: inField((field) => editDoubt(start, before(field), -1)),
      find: () => {
        useEdits.edit(null);
        useFind.show();
      },
      paragraph: inField((field) => cutHere(start, before(field), { paragraph: true })),
      sentence: inField((field) => cutHere(start, before(field), { paragraph: false })),
      joinBefore: atEdge(() => 0, joinBackwards),
      joinAfter: atEdge(({ textContent }) => textContent?.length ?? 0, joinForwards),
      play: () => usePlayer.toggle(),
    },
    { within: element, alone: true },
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a field would not flow with the words around it.
    <span
      ref={element}
      data-segment={segment.id}
      role="textbox"
      tabIndex={0}
      aria-label={`Text at ${formatClock(segment.start * 1000)}`}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      onInput={onInput}
      onBlur={onBlur}
      className="scroll-my-40 rounded-sm bg-accent-wash box-decoration-clone outline-2 outline-offset-2 outline-accent"
    />
  );
}

/** As the service keeps it. */
function clean(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

function select(field: HTMLElement, from: number, to: number): void {
  const text = field.firstChild;
  const length = text?.textContent?.length ?? 0;
  const range = document.createRange();
  if (!text) range.selectNodeContents(field);
  else {
    range.setStart(text, Math.min(from, length));
    range.setEnd(text, Math.min(to, length));
  }
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
}

/** The selection in characters of the field's text. */
function selectionIn(field: HTMLElement): { from: number; to: number } {
  const selection = getSelection();
  if (!selection?.rangeCount) return { from: 0, to: 0 };
  const range = selection.getRangeAt(0);
  const before = document.createRange();
  before.selectNodeContents(field);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  return { from, to: from + range.toString().length };
}
