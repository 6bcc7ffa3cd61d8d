import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { titleOf } from '../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../shared/transcription/transcription.ts';
import { MAX_TITLE } from '../../../shared/transcription/update-transcription.ts';
import { FIELD_KEYS } from '../keys/key-tables.ts';
import { usePageKeys } from '../keys/page-keys.ts';
import { renameRecording } from '../stores/library/change-recordings.ts';
import { Form } from './form.tsx';

type TitleFormProps = {
  recording: Pick<TranscriptionSummary, 'id' | 'source'>;
  onDone: () => void;
  /** Gets the focus afterwards, unless the user has moved it elsewhere. */
  returnTo: () => HTMLElement | null;
  className: string;
};

/** A field to edit a recording's title in place: Enter and leaving it save the text, Escape does not. */
export function TitleForm({ recording, onDone, returnTo, className }: TitleFormProps) {
  const title = titleOf(recording.source);
  const [text, setText] = useState(title);
  const saving = useRef(false);
  const save = async () => {
    // Enter saves, and right after that the field loses the focus.
    if (saving.current) return;
    saving.current = true;
    const wanted = text.trim();
    const kept = wanted === title || (await renameRecording(recording, wanted || null));
    saving.current = false;
    if (kept) onDone();
  };
  useReturn(returnTo);
  const form = useRef<HTMLFormElement>(null);
  usePageKeys(FIELD_KEYS, { cancel: onDone }, { within: form, alone: true });
  return (
    <Form ref={form} aria-label="Title" onSubmit={save}>
      <input
        dir="auto"
        aria-label="Title"
        placeholder="The recording’s own title"
        ref={takeFocus}
        maxLength={MAX_TITLE}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => void save()}
        className={`field -mx-2.25 -my-px w-[calc(100%+--spacing(4.5))] px-2 ${className}`}
      />
    </Form>
  );
}

/** The same function in all renders, so that only a new field gets the focus. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

function useReturn(returnTo: () => HTMLElement | null): void {
  const giveBack = useEffectEvent(() => {
    if (document.activeElement === document.body) returnTo()?.focus();
  });
  // Where a click moves the focus is known only a moment after the field is gone.
  useEffect(() => () => void requestAnimationFrame(giveBack), []);
}
