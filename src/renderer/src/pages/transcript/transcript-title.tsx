import Pencil from 'lucide-react/icons/pencil';
import { type FormEvent, useRef, useState } from 'react';
import { titleOf } from '../../../../shared/title.ts';
import { MAX_TITLE, type SourceInfo } from '../../../../shared/transcription.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useTranscript } from '../../stores/transcript-store.ts';

/** The page's heading, which can be changed in place. */
export function TranscriptTitle({ source }: { source: SourceInfo }) {
  const [renaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const title = titleOf(source);
  const onDone = () => {
    setRenaming(false);
    requestAnimationFrame(() => {
      // Whoever left the field for something else stays there.
      if (document.activeElement === document.body) button.current?.focus();
    });
  };
  return (
    <>
      <div hidden={renaming}>
        <div className="flex items-start gap-1.5">
          <PageHeading title={title}>{title}</PageHeading>
          <IconButton
            ref={button}
            label={`Rename ${title}`}
            tip="Rename"
            onClick={() => setRenaming(true)}
          >
            <Pencil aria-hidden />
          </IconButton>
        </div>
      </div>
      {renaming && <TitleForm title={title} onDone={onDone} />}
    </>
  );
}

function TitleForm({ title, onDone }: { title: string; onDone: () => void }) {
  const rename = useTranscript((state) => state.rename);
  const [text, setText] = useState(title);
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    const wanted = text.trim();
    if (wanted === title || (await rename(wanted === '' ? null : wanted))) onDone();
  };
  return (
    <form aria-label="Title" onSubmit={(event) => void save(event)}>
      <input
        dir="auto"
        aria-label="Title"
        placeholder="The recording’s own title"
        ref={(input) => input?.focus()}
        maxLength={MAX_TITLE}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => void save()}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        className="-mx-2.25 -my-px w-[calc(100%+1.125rem)] rounded-lg border border-field-line bg-panel px-2 text-2xl font-semibold tracking-tight placeholder:text-soft"
      />
    </form>
  );
}
