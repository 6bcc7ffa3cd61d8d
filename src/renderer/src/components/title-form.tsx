import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { titleOf } from '../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../shared/transcription/transcription.ts';
import { MAX_TITLE } from '../../../shared/transcription/update.ts';
import { renameRecording } from '../stores/library/rename-recording.ts';

type TitleFormProps = {
  recording: Pick<TranscriptionSummary, 'id' | 'source'>;
  onDone: () => void;
  /** What has the keyboard afterwards, unless the person has put it elsewhere. */
  returnTo: () => HTMLElement | null;
  className: string;
};

/** A recording's title as a field in its place: Enter and leaving it keep what was typed, Escape does not. */
export function TitleForm({ recording, onDone, returnTo, className }: TitleFormProps) {
  const title = titleOf(recording.source);
  const [text, setText] = useState(title);
  const saving = useRef(false);
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    // Enter keeps it, and the field is left right after that.
    if (saving.current) return;
    saving.current = true;
    const wanted = text.trim();
    const kept = wanted === title || (await renameRecording(recording, wanted || null));
    saving.current = false;
    if (kept) onDone();
  };
  useReturn(returnTo);
  return (
    <form aria-label="Title" onSubmit={(event) => void save(event)}>
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
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        className={`rounded-lg border border-field-line bg-panel px-2 placeholder:text-soft ${className}`}
      />
    </form>
  );
}

/** One function for all renders: only the field that is new takes it. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

function useReturn(returnTo: () => HTMLElement | null): void {
  const giveBack = useEffectEvent(() => {
    if (document.activeElement === document.body) returnTo()?.focus();
  });
  // Where a click has put the keyboard is known a moment after the field is gone.
  useEffect(() => () => void requestAnimationFrame(giveBack), []);
}
