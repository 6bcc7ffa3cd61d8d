import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { WatchFolder } from '../../../../shared/sources/watch-folder.ts';
import { Button } from '../../components/button.tsx';
import { ChangedElsewhere, isSameText, useDraft } from '../../components/draft.tsx';
import { Form, Refusal } from '../../components/form.tsx';
import { TextLink } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { Choice } from '../../components/select.tsx';
import { useLoad, useLoaded } from '../../components/use-load.ts';
import { projectPath } from '../../route.ts';
import { useProjects } from '../../stores/library/project-store.ts';
import { useSettings, useWatchFolder } from '../../stores/settings-store.ts';
import { NewProjectDialog } from '../library/projects/project-name-form.tsx';
import { FolderField } from './folder-field.tsx';

export function WatchFolderSection() {
  const status = useLoaded(useWatchFolder);
  return (
    <>
      <p className="text-soft">
        Recordings in this folder and its subfolders, including those added later, are transcribed
        once each, even after a restart. The files stay where they are, and their texts can be{' '}
        <TextLink href="/settings/automatic-export">written beside them</TextLink>.
      </p>
      <FolderForm />
      <div role="status" className="min-h-12 space-y-4">
        {status && <Standing status={status} />}
      </div>
      {status && status.state !== 'off' && <FolderProject />}
    </>
  );
}

const NEW = 'new';

/** Which project the recordings of this folder go into; its options are theirs. */
function FolderProject() {
  const project = useSettings((state) => state.settings?.watch_project_id ?? null);
  const { projects } = useProjects();
  const [making, setMaking] = useState(false);
  const put = (id: string | null) => void useSettings.update({ watch_project_id: id });
  useLoad(useProjects.reload);
  return (
    <Section title="Project">
      <Choice
        label="New recordings go into"
        className="w-64"
        value={project}
        onChange={(id) => (id === NEW ? setMaking(true) : put(id))}
        options={[
          [null, 'No project'],
          ...projects.map(({ id, name }) => [id, name] as const),
          [NEW, 'New project…'],
        ]}
      />
      <NewProjectDialog
        open={making}
        onClose={() => setMaking(false)}
        onMade={({ id }) => put(id)}
      />
      <p className="text-sm text-soft">
        {project === null ? (
          'A project has a language, a model, names, spellings and an export of its own.'
        ) : (
          <>
            They get the{' '}
            <TextLink href={projectPath(project, 'options')}>options of this project</TextLink>.
          </>
        )}
      </p>
    </Section>
  );
}

function FolderForm() {
  const folder = useSettings((state) => state.settings?.watch_folder ?? null);
  const { draft, edit, save, refusal, ...elsewhere } = useDraft(folder ?? '', isSameText);
  const path = draft.trim();
  const watch = (wanted: string | null) =>
    save(wanted ?? '', useSettings.tryUpdate({ watch_folder: wanted }));
  return (
    <Form onSubmit={() => watch(path)} className="flex flex-wrap items-end gap-3">
      <FolderField
        folder={draft}
        isRefused={refusal !== null}
        describedBy="watch-refusal"
        onChange={edit}
        onChoose={(chosen) => {
          edit(chosen);
          void watch(chosen);
        }}
      />
      <Button look="primary" type="submit" disabled={!path || path === folder}>
        Watch
      </Button>
      {folder !== null && <Button onClick={() => watch(null)}>Stop watching</Button>}
      <ChangedElsewhere {...elsewhere} />
      <Refusal id="watch-refusal">{refusal}</Refusal>
    </Form>
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
        <Notice icon={CircleAlert}>{SENTENCES.missing}</Notice>
      ) : (
        <p className="text-sm text-soft">{SENTENCES[state]}</p>
      )}
      {skipped !== null && <p className="text-sm text-soft wrap-anywhere">{skipped}</p>}
      {problem !== null && (
        <Notice look="danger" icon={CircleAlert}>
          The last recording could not be added: {problem}
        </Notice>
      )}
    </>
  );
}
