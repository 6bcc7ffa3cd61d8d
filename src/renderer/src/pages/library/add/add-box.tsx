import { type KeyboardEvent, type SubmitEvent, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { type Refusal, useAddBox } from '../../../stores/library/add-box-store.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { usePlaylists } from '../../../stores/library/playlist-store.ts';
import { AddOptions, OptionsButton } from './add-options.tsx';
import { FileButtons } from './file-buttons.tsx';
import { LookingNotice } from './looking-notice.tsx';
import { parseLinks } from './parse-links.ts';
import { usePasteBox } from './use-paste-box.ts';

/** Where links are pasted and files chosen. What was refused stays in the box, with the reason below it. */
export function AddBox() {
  const { text, setText, refusals, setRefusals } = useAddBox();
  const add = useLibrary((state) => state.add);
  const chooseFrom = usePlaylists((state) => state.chooseFrom);
  const box = useRef<HTMLTextAreaElement>(null);
  usePasteBox(box, setText);
  const { links, rejected } = parseLinks(text);

  const submit = async (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    const refused: Refusal[] = rejected.map((link) => ({
      link,
      reason: 'This is not a link. A link begins with http:// or https://.',
    }));
    setText('');
    const kept: string[] = [];
    for (const link of links) {
      const chosen = await chooseFrom(link);
      if (chosen === null) kept.push(link);
      for (const one of chosen ?? []) {
        const reason = await add(one);
        if (reason) refused.push({ link: one, reason });
      }
    }
    // Something may have been typed since.
    const typed = useAddBox.getState().text;
    setText([...kept, ...refused.map(({ link }) => link), typed].filter(Boolean).join('\n'));
    setRefusals(refused);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && text.trim()) void submit(event);
    if (event.key === 'ArrowDown' && !text) focusFirstRecording(event);
  };

  return (
    <form onSubmit={submit} className="rounded-xl border border-line bg-panel p-4 shadow-panel">
      <label htmlFor="links" className="mb-2 block font-medium">
        Paste a link to a recording
      </label>
      <textarea
        id="links"
        ref={box}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          // What was said of other links is of no use any more.
          if (refusals.length > 0) setRefusals([]);
        }}
        onKeyDown={onKeyDown}
        aria-describedby="links-hint"
        aria-invalid={refusals.length > 0}
        spellCheck={false}
        placeholder="https://example.com/interview.mp3"
        className="block field-sizing-content max-h-60 min-h-11 w-full resize-none rounded-lg border border-field-line bg-page px-3 py-2 placeholder:text-soft"
      />
      <LookingNotice />
      <Refusals refusals={refusals} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          type="submit"
          disabled={!text.trim()}
          className="min-w-40 max-sm:w-full"
        >
          {links.length > 1 ? `Transcribe ${links.length} links` : 'Transcribe'}
        </Button>
        <FileButtons />
        <OptionsButton />
        <p id="links-hint" className="ml-auto text-sm text-soft max-sm:sr-only">
          <span className="max-lg:sr-only">Several links: one per line. </span>
          Or drop files anywhere.
        </p>
      </div>
      <AddOptions />
    </form>
  );
}

function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  return (
    <div role="alert">
      <ul className="text-sm">
        {refusals.map(({ link, reason }) => (
          <li key={link} className="mt-2 wrap-anywhere">
            <span className="font-medium">{link}</span>{' '}
            <span className="text-danger">{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function focusFirstRecording(event: KeyboardEvent) {
  const row = document.querySelector<HTMLElement>('[data-recordings] a[tabindex="0"]');
  if (!row) return;
  event.preventDefault();
  row.focus();
}
