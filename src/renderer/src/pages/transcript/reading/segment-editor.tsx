import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { usePlayer } from '../../../stores/transcript/player-store.ts';
import { cutHere, editDoubt, joinBackwards, joinForwards } from './editing-commands.ts';

/**
 * The segment's own place in the paragraph, to write in: the browser shows each key, and nothing else on the page is
 * drawn again. Control and Enter or leaving it keeps what was written, Escape does not; Tab goes on to the next doubtful word; Enter
 * begins a paragraph.
 */
export function SegmentEditor({ segment }: { segment: TranscriptSegment }) {
  const element = useRef<HTMLSpanElement>(null);
  const first = useRef(segment);
  const { edit, cancel, write, written } = useEdits.getState();

  useEffect(() => {
    const field = element.current;
    if (!field) return;
    const { text, start } = first.current;
    // It may have moved to another paragraph while the user writes.
    const draft = written(start);
    const { from, to } = useEdits.getState().editing ?? { from: 0, to: 0 };
    field.textContent = draft?.text ?? text;
    field.focus({ preventScroll: true });
    select(field, draft?.caret ?? from, draft?.caret ?? to);
    field.scrollIntoView({ block: 'nearest' });
  }, [written]);

  const onInput = () => {
    const field = element.current;
    if (!field) return;
    const { start, text: base } = first.current;
    write({ start, base, text: textOf(field), caret: caretIn(field) });
  };

  const onBlur = () => {
    // Not where only the window has lost the keyboard, or the field is drawn at another place.
    setTimeout(() => {
      const { editing } = useEdits.getState();
      const at = document.activeElement;
      const stays = at instanceof HTMLElement && at.isContentEditable;
      if (!stays && editing?.start === first.current.start) edit(null);
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // The page's own keys stay silent while the user writes, but for undo once nothing is left to undo here.
    event.stopPropagation();
    const field = element.current;
    if (event.nativeEvent.isComposing || !field) return;
    const control = event.ctrlKey || event.metaKey;
    if (act(event, field, control)) event.preventDefault();
  };

  const act = (event: KeyboardEvent, field: HTMLElement, control: boolean): boolean => {
    const at = selectionIn(field);
    const { length } = field.textContent ?? '';
    const isCaret = at.from === at.to;
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Tab' && !control) {
      const before = clean((field.textContent ?? '').slice(0, at.to)).length;
      return editDoubt(first.current.start, before, event.shiftKey ? -1 : 1);
    } else if (event.key === 'Enter' && control) edit(null);
    else if (event.key === 'Enter') {
      const before = clean((field.textContent ?? '').slice(0, at.to)).length;
      cutHere(first.current.start, before, { paragraph: !event.shiftKey });
    } else if (event.key === ' ' && event.ctrlKey) usePlayer.getState().toggle();
    else if (event.key === 'Backspace' && isCaret && at.from === 0) {
      joinBackwards(first.current.start);
    } else if (event.key === 'Delete' && isCaret && at.to === length) {
      joinForwards(first.current.start);
    } else return false;
    return true;
  };

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
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className="scroll-my-40 rounded-sm bg-accent-wash box-decoration-clone outline-2 outline-offset-2 outline-accent"
    />
  );
}

function textOf(field: HTMLElement): string {
  return clean(field.textContent ?? '');
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

function caretIn(field: HTMLElement): number {
  return selectionIn(field).to;
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
