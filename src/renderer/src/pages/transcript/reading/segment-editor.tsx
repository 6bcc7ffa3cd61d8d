import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import type { TranscriptSegment } from '../../../../../shared/transcription/transcription.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';

/** The segment's own place in the paragraph, to write in. Enter or Escape ends it; it is stored while you write. */
export function SegmentEditor({ segment }: { segment: TranscriptSegment }) {
  const element = useRef<HTMLSpanElement>(null);
  const edit = useEdits((state) => state.edit);
  const change = useEdits((state) => state.change);
  const first = useRef(segment.text);
  const session = useRef(crypto.randomUUID());

  useEffect(() => {
    const field = element.current;
    if (!field) return;
    field.textContent = first.current;
    field.focus();
    getSelection()?.selectAllChildren(field);
    getSelection()?.collapseToEnd();
  }, []);

  const write = (text: string) => {
    if (text !== segment.text) change([{ id: segment.id, text }], session.current);
  };
  // Emptied on the way to another text, it must not vanish under the hand.
  const onInput = () => {
    const text = textOf(element.current);
    if (text !== '') write(text);
  };
  const onBlur = () => {
    write(textOf(element.current));
    edit(null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // The page's own keys stay silent while somebody writes.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    element.current?.blur();
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
      className="rounded-sm bg-accent-wash box-decoration-clone outline-2 outline-offset-2 outline-accent"
    />
  );
}

function textOf(field: HTMLElement | null): string {
  return (field?.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
}
