import CircleAlert from 'lucide-react/icons/circle-alert';
import FolderOpen from 'lucide-react/icons/folder-open';
import { type SubmitEvent, useState } from 'react';
import type { WatchFolder } from '../../../../shared/sources/watch-folder.ts';
import { MAX_SPELLINGS } from '../../../../shared/spelling/spelling.ts';
import { MAX_TERMS } from '../../../../shared/transcription/options.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { useLoad } from '../../components/use-load.ts';
import { useWatchFolder } from '../../stores/settings/watch-folder-store.ts';
import { useSettings } from '../../stores/settings-store.ts';
import { Spellings } from './vocabulary/spellings.tsx';
import { TermsForm } from './vocabulary/terms-form.tsx';

export function WatchFolderSection() {
  const { status, load } = useWatchFolder();
  useLoad(load);
  return (
    <>
      <p className="text-soft">
        Recordings in this folder and its subfolders, including those added later, are transcribed
        once each, even after a restart. The files stay where they are, and their texts can be{' '}
        <Link
          href="/settings/automatic-export"
          className="text-accent underline underline-offset-2"
        >
          written beside them
        </Link>
        .
      </p>
      {status && <FolderForm key={status.folder} folder={status.folder} />}
      <div role="status" className="min-h-12 space-y-4">
        {status && <Standing status={status} />}
      </div>
      {status && status.state !== 'off' && <FolderVocabulary />}
    </>
  );
}

/** Vocabulary for the recordings of this folder, in addition to the general one. */
function FolderVocabulary() {
  return (
    <>
      <Section title="Names and terms in this folder">
        <p className="text-sm text-soft">
          For what arrives from now on, before those of{' '}
          <Link href="/settings/vocabulary" className="text-accent underline underline-offset-2">
            every recording
          </Link>
          , which are added as far as there is room: a recording takes {MAX_TERMS} names and terms,
          and {MAX_SPELLINGS} spellings.
        </p>
        <TermsForm setting="watch_vocabulary" />
      </Section>
      <Section title="Spellings in this folder">
        <Spellings setting="watch_spelling" />
      </Section>
    </>
  );
}

function FolderForm({ folder }: { folder: string | null }) {
  const tryUpdate = useSettings((state) => state.tryUpdate);
  const [text, setText] = useState(folder ?? '');
  const [refusal, setRefusal] = useState<string | null>(null);
  const watch = async (wanted: string | null) =>
    setRefusal(await tryUpdate({ watch_folder: wanted }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void watch(text.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <label className="min-w-56 flex-1 text-sm">
        <span className="mb-1 block font-medium">Folder path</span>
        <input
          type="text"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRefusal(null);
          }}
          aria-invalid={refusal !== null}
          aria-describedby="watch-refusal"
          spellCheck={false}
          autoComplete="off"
          className="h-9 w-full rounded-lg border border-field-line bg-panel px-3"
        />
      </label>
      <ChooseFolder />
      <Button look="primary" type="submit" disabled={!text.trim() || text.trim() === folder}>
        Watch
      </Button>
      {folder !== null && <Button onClick={() => void watch(null)}>Stop watching</Button>}
      <p id="watch-refusal" role="alert" className="w-full text-sm text-danger empty:hidden">
        {refusal}
      </p>
    </form>
  );
}

/** Browsers keep paths to themselves: only the desktop app can ask for a folder. */
function ChooseFolder() {
  const update = useSettings((state) => state.update);
  const { steno } = window;
  if (!steno) return null;
  const choose = async () => {
    const chosen = await steno.chooseFolder();
    if (chosen !== null) await update({ watch_folder: chosen });
  };
  return (
    <Button onClick={() => void choose()}>
      <FolderOpen aria-hidden />
      Choose
    </Button>
  );
}

const SENTENCES: Record<WatchFolder['state'], string> = {
  off: 'No folder is being watched.',
  watching: 'Steno is watching this folder.',
  missing: 'The folder is missing. Steno continues as soon as it is back.',
};

function Standing({ status: { state, skipped, problem } }: { status: WatchFolder }) {
  return (
    <>
      {state === 'missing' ? (
        <Notice icon={<CircleAlert aria-hidden />}>{SENTENCES.missing}</Notice>
      ) : (
        <p className="text-sm text-soft">{SENTENCES[state]}</p>
      )}
      {skipped !== null && <p className="text-sm text-soft wrap-anywhere">{skipped}</p>}
      {problem !== null && (
        <Notice look="danger" icon={<CircleAlert aria-hidden />}>
          The last recording could not be added: {problem}
        </Notice>
      )}
    </>
  );
}
