import { Mic } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { otherLink } from '../../../../../shared/sources/link-in-text.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { Form } from '../../../components/form.tsx';
import { Link } from '../../../components/link.tsx';
import { listen } from '../../../event-listeners.ts';
import { LINK_KEYS, PASTE_KEYS } from '../../../keys/key-tables.ts';
import { isAnythingOpen, isField, usePageKeys } from '../../../keys/page-keys.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { findProject, useProjects } from '../../../stores/library/project-store.ts';
import { AddOptions, OptionsButton } from './add-options.tsx';
import { FileButtons } from './file-buttons.tsx';
import { PASTE_BOX, type Refusal, useLinks } from './link-store.ts';
import { parseLinks } from './parse-links.ts';
import { useUploads } from './upload-store.ts';

/** The box for links and files: large in an empty library, else one line. A refused link stays in it, with the reason. */
export function AddBox({ isLine }: { isLine: boolean }) {
  const { text, refusals } = useLinks();
  const box = useRef<HTMLTextAreaElement>(null);
  useBoxKeys(box);
  const { links } = parseLinks(text);

  const looks = isLine ? AS_LINE : AS_BOX;
  const open = useLibrary((state) => state.project);
  const project = useProjects(findProject(open))?.name;
  const lineHint = project === undefined ? 'Paste links or files' : `Add to “${project}”`;
  // A line has no room for it beside the others in a narrow window.
  const hideWhileEmpty = isLine && !text.trim() ? 'max-sm:hidden' : '';
  return (
    <Form
      onSubmit={() => void submit()}
      className={`rounded-xl border border-line bg-panel shadow-panel ${looks.form}`}
    >
      <label htmlFor={PASTE_BOX} className={looks.label}>
        Paste a link to a recording
      </label>
      <div className={looks.fields}>
        <textarea
          id={PASTE_BOX}
          ref={box}
          value={text}
          onChange={(event) => useLinks.write(event.target.value)}
          aria-describedby="links-hint"
          aria-invalid={refusals.length > 0}
          spellCheck={false}
          placeholder={isLine ? lineHint : 'https://example.com/interview.mp3'}
          className={`field block field-sizing-content max-h-60 resize-none bg-page px-3 placeholder-shown:whitespace-nowrap placeholder-shown:overflow-hidden ${looks.field}`}
        />
        <div className={looks.buttons}>
          <Button
            look="primary"
            type="submit"
            disabled={!text.trim()}
            className={`${looks.submit} ${hideWhileEmpty}`}
          >
            {links.length > 1 ? `Transcribe ${links.length} links` : 'Transcribe'}
          </Button>
          <RecordButton isLine={isLine} />
          <FileButtons isLine={isLine} />
          <OptionsButton isLine={isLine} />
          <Hint project={project} className={looks.hint} />
        </div>
      </div>
      <CheckingNotice />
      <Refusals refusals={refusals} />
      <AddOptions />
    </Form>
  );
}

function Hint({ project, className }: { project: string | undefined; className: string }) {
  return (
    <p id="links-hint" className={className}>
      {project !== undefined && `New recordings go into “${project}”. `}
      <span className="max-2xl:sr-only">Several links: one per line. </span>
      Or drop files anywhere.
    </p>
  );
}

function RecordButton({ isLine }: { isLine: boolean }) {
  return (
    <Link
      href="/record"
      title={isLine ? 'Record' : undefined}
      className={`${buttonClass('plain')} ${isLine ? 'max-md:px-2.5' : 'max-sm:flex-1'}`}
    >
      <Mic aria-hidden />
      <span className={isLine ? 'max-md:sr-only' : ''}>Record</span>
    </Link>
  );
}

const AS_BOX = {
  form: 'p-4',
  label: 'mb-2 block font-medium',
  fields: 'space-y-3',
  field: 'min-h-11 w-full py-2',
  buttons: 'flex flex-wrap items-center gap-2',
  submit: 'min-w-40 max-sm:w-full',
  hint: 'ml-auto text-sm text-soft max-sm:sr-only',
};
const AS_LINE: typeof AS_BOX = {
  form: 'p-2',
  label: 'sr-only',
  fields: 'flex flex-wrap gap-2',
  field: 'min-h-9 min-w-0 flex-1 py-1.5 text-sm',
  buttons: 'contents',
  submit: 'max-sm:order-last max-sm:w-full',
  hint: 'sr-only',
};

/** Adds what the box holds; what is refused stays in it. */
async function submit(): Promise<void> {
  const { links, rejected } = parseLinks(useLinks.getState().text);
  const refused: Refusal[] = rejected.map((link) => ({
    link,
    reason: otherLink(link) ?? 'This is not a link. A link begins with http:// or https://.',
  }));
  useLinks.write('');
  const kept: string[] = [];
  for (const link of links) {
    const chosen = await useLinks.chooseFrom(link);
    if (chosen === null) kept.push(link);
    for (const one of chosen ?? []) {
      const reason = await useLinks.add(one);
      if (reason) refused.push({ link: one, reason });
    }
  }
  // The user may have typed something meanwhile.
  const left = [...kept, ...refused.map(({ link }) => link), useLinks.getState().text];
  useLinks.write(left.filter(Boolean).join('\n'), refused);
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

function focusFirstRecording(): boolean {
  const row = document.querySelector<HTMLElement>('[data-recordings] a[tabindex="0"]');
  row?.focus();
  return row !== null;
}

/** Shows that a link is being checked, which the user may stop, or added. */
function CheckingNotice() {
  const { looking, adding } = useLinks();
  return (
    <div role="status">
      {adding && <p className="mt-2 text-sm text-soft wrap-anywhere">Adding {adding}…</p>}
      {looking && (
        <p className="mt-2 text-sm text-soft wrap-anywhere">
          Checking {looking.link}…{' '}
          <button type="button" onClick={looking.stop} className="text-accent underline">
            Stop
          </button>
        </p>
      )}
    </div>
  );
}

/** In it Enter adds; the focus comes to it with "/", and for text pasted anywhere on the page, which is put into it. */
function useBoxKeys(box: RefObject<HTMLTextAreaElement | null>): void {
  const { text } = useLinks();
  usePageKeys(
    LINK_KEYS,
    {
      add: () => (text.trim() ? submit() : false),
      list: () => !text && focusFirstRecording(),
    },
    { within: box },
  );
  usePageKeys(PASTE_KEYS, { paste: () => box.current?.focus() }, { inFields: true });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isAnythingOpen()) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length > 0) void useUploads.send(files);
      else if (isField(event.target) || !text) return;
      else useLinks.offer(text.trim());
      event.preventDefault();
      box.current?.focus();
    };
    return listen(document, { paste: onPaste });
  }, [box]);
}
