import type { Project } from '../../../../../shared/projects.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { LanguageChoice, ModelChoice } from '../../../components/language-and-model.tsx';
import { Section } from '../../../components/section.tsx';
import { navigate } from '../../../router.ts';
import { useProjects } from '../../../stores/library/project-store.ts';
import { useInstalledModels } from '../../../stores/model-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { formatCount } from '../../../text/format.ts';
import { ProjectNameForm } from './project-name-form.tsx';

export function ProjectBasics({ project }: { project: Project }) {
  const usual = useSettings((state) => state.settings?.language ?? null);
  const isGone = useInstalledModels(
    ({ models }) =>
      models !== null &&
      project.model !== null &&
      !models.data.some(({ name }) => name === project.model),
  );
  return (
    <>
      <Section title="Name">
        <ProjectNameForm
          key={project.name}
          name={project.name}
          action="Rename"
          onSubmit={(name) => useProjects.change(project.id, { name })}
        />
      </Section>
      <Section title="New recordings">
        <p className="text-sm text-soft">
          What is added to this project is transcribed with these, unless you choose others when you
          add it.
        </p>
        <div className="flex flex-wrap gap-4">
          <LanguageChoice
            value={project.language}
            usual={{ language: usual, from: 'Settings' }}
            onChange={(language) => void useProjects.change(project.id, { language })}
          />
          <ModelChoice
            value={project.model}
            onChange={(model) => void useProjects.change(project.id, { model })}
          />
        </div>
        {isGone && (
          <p className="text-sm text-soft">This model was removed: the one in use is taken.</p>
        )}
      </Section>
      <DeleteProject project={project} />
    </>
  );
}

function DeleteProject({ project: { id, name, recordings } }: { project: Project }) {
  const isWatched = useSettings((state) => state.settings?.watch_project_id === id);
  const kept =
    recordings === 0
      ? 'There are no recordings in it.'
      : recordings === 1
        ? 'The recording in it stays, in no project.'
        : `The ${formatCount(recordings)} recordings in it stay, in no project.`;
  const watched = isWatched ? ' What comes from the watch folder then goes into no project.' : '';
  return (
    <Section title="Delete">
      <p className="text-sm text-soft">
        {kept}
        {watched}
      </p>
      <ConfirmDialog
        trigger={<Button>Delete project…</Button>}
        title={`Delete the project “${name}”?`}
        description={`Its options are lost. ${kept}${watched}`}
        action="Delete"
        onConfirm={() => void useProjects.remove(id).then((isGone) => isGone && navigate('/'))}
      />
    </Section>
  );
}
