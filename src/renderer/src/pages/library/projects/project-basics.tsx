import { useState } from 'react';
import type { Project } from '../../../../../shared/projects.ts';
import { Button } from '../../../components/button.tsx';
import { Choice } from '../../../components/choice.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Section } from '../../../components/section.tsx';
import { navigate } from '../../../router.ts';
import { useProjects } from '../../../stores/library/project-store.ts';
import { useService } from '../../../stores/service-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { languageName } from '../../../text/format.ts';
import { languageChoices } from '../../../text/languages.ts';
import { ProjectNameForm } from './project-name-form.tsx';

/** Stands for what the settings say. */
const USUAL = 'usual';
const LANGUAGES = languageChoices();

/** A project's name, language and model, and its end. */
export function ProjectBasics({ project }: { project: Project }) {
  const change = useProjects((state) => state.change);
  return (
    <>
      <Section title="Name">
        <ProjectNameForm
          key={project.name}
          name={project.name}
          action="Rename"
          onSubmit={(name) => change(project.id, { name })}
        />
      </Section>
      <Section title="New recordings">
        <p className="text-sm text-soft">
          What is added to this project is transcribed so, unless you choose otherwise when you add
          it.
        </p>
        <div className="flex flex-wrap gap-4">
          <LanguageChoice project={project} />
          <ModelChoice project={project} />
        </div>
      </Section>
      <DeleteProject project={project} />
    </>
  );
}

function LanguageChoice({ project: { id, language } }: { project: Project }) {
  const change = useProjects((state) => state.change);
  const usual = useSettings((state) => state.settings?.language ?? null);
  return (
    <Choice
      label="Spoken language"
      className="w-56"
      value={language ?? USUAL}
      onChange={(code) => void change(id, { language: code === USUAL ? null : code })}
      options={[
        [USUAL, usual === null ? 'Detect' : `As in Settings: ${languageName(usual)}`],
        ...LANGUAGES,
      ]}
    />
  );
}

function ModelChoice({ project: { id, model } }: { project: Project }) {
  const change = useProjects((state) => state.change);
  const models = useService((state) => state.models?.data) ?? [];
  const usual = models.find((one) => one.default);
  const isGone = model !== null && !models.some(({ name }) => name === model);
  return (
    <div>
      <Choice
        label="Model"
        className="w-56"
        value={model ?? USUAL}
        onChange={(name) => void change(id, { model: name === USUAL ? null : name })}
        options={[
          [USUAL, usual ? `${usual.name} (in use)` : 'The one in use'],
          ...models
            .filter(({ trust }) => trust !== 'unknown')
            .map(({ name }) => [name, name] as const),
          ...(isGone ? [[model, `${model} (removed)`] as const] : []),
        ]}
      />
      {isGone && (
        <p className="mt-1 max-w-56 text-sm text-soft">
          This model was removed: the one in use is taken.
        </p>
      )}
    </div>
  );
}

function DeleteProject({ project: { id, name, recordings } }: { project: Project }) {
  const remove = useProjects((state) => state.remove);
  const isWatched = useSettings((state) => state.settings?.watch_project_id === id);
  const [asking, setAsking] = useState(false);
  const kept =
    recordings === 0
      ? 'There are no recordings in it.'
      : recordings === 1
        ? 'The recording in it stays, in no project.'
        : `The ${recordings.toLocaleString('en')} recordings in it stay, in no project.`;
  const watched = isWatched ? ' What comes from the watch folder then goes into no project.' : '';
  return (
    <Section title="Delete">
      <p className="text-sm text-soft">
        {kept}
        {watched}
      </p>
      <Button onClick={() => setAsking(true)}>Delete project…</Button>
      <ConfirmDialog
        open={asking}
        title={`Delete the project “${name}”?`}
        description={`Its options are lost. ${kept}${watched}`}
        action="Delete"
        onConfirm={() => void remove(id).then((isGone) => isGone && navigate('/'))}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}
