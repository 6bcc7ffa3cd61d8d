import { ArrowLeft } from 'lucide-react';
import type { Project, UpdateProject } from '../../../../../shared/projects.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import {
  type PageSection,
  SECTION_LINK,
  SectionPage,
} from '../../../components/frame/section-page.tsx';
import { LanguageChoice, ModelChoice } from '../../../components/language-and-model.tsx';
import { Link, TextLink } from '../../../components/link.tsx';
import { Section } from '../../../components/section.tsx';
import { projectPath } from '../../../route.ts';
import { navigate, useRoute } from '../../../router.ts';
import { findProject, useProjects } from '../../../stores/library/project-store.ts';
import { useInstalledModels } from '../../../stores/model-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { tellRefusal } from '../../../stores/toasts.ts';
import { formatCount } from '../../../text/format.ts';
import { MissingPage } from '../../missing-page.tsx';
import { AutomaticExportForm } from '../../settings/automatic-export-form.tsx';
import { Spellings } from '../../settings/vocabulary/spellings.tsx';
import { TermsForm } from '../../settings/vocabulary/terms-form.tsx';
import { ProjectNameForm } from './project-name-form.tsx';

const SECTIONS: readonly PageSection[] = [
  { name: 'options', title: 'General', Content: ofProject(General) },
  { name: 'vocabulary', title: 'Vocabulary', Content: ofProject(Vocabulary) },
  { name: 'automatic-export', title: 'Automatic export', Content: ofProject(Export) },
];

export default function ProjectOptionsPage({ id, section }: { id: string; section: string }) {
  const { projects, loaded } = useProjects();
  const project = projects.find((one) => one.id === id);
  const open = SECTIONS.find(({ name }) => name === section);
  if (!open || (loaded && !project)) return <MissingPage />;
  return (
    <SectionPage
      title={project?.name ?? 'Project'}
      path={`/projects/${id}`}
      sections={SECTIONS}
      open={open}
      ready={project !== undefined}
      more={
        <Link
          href={projectPath(id)}
          className={`flex items-center gap-2 order-first max-sm:w-full sm:mb-3 [&_svg]:size-4 [&_svg]:shrink-0 ${SECTION_LINK}`}
        >
          <ArrowLeft aria-hidden />
          <span dir="auto" className="min-w-0 truncate">
            {project?.name ?? 'Recordings'}
          </span>
        </Link>
      }
    />
  );
}

/** A section for the project that the address names. */
function ofProject(Content: (props: { project: Project }) => React.ReactNode) {
  return function ProjectSection() {
    const route = useRoute();
    const id = route.page === 'project' ? route.id : '';
    const project = useProjects(findProject(id));
    return project ? <Content key={id} project={project} /> : null;
  };
}

function Vocabulary({ project: { id, vocabulary, spelling } }: { project: Project }) {
  return (
    <>
      <p className="text-soft">
        For what is added to this project from now on, before those of{' '}
        <TextLink href="/settings/vocabulary">every recording</TextLink>, which are added as far as
        there is room.
      </p>
      <Section title="Names and terms">
        <TermsForm
          terms={vocabulary}
          onSave={(terms) => useProjects.change(id, { vocabulary: terms })}
        />
      </Section>
      <Section title="Spellings">
        <Spellings list={spelling} onSave={(list) => useProjects.change(id, { spelling: list })} />
      </Section>
    </>
  );
}

function Export({ project: { id, auto_export: own } }: { project: Project }) {
  const usual = useSettings((state) => state.settings?.auto_export ?? null);
  return (
    <>
      <p className="text-soft">
        {own !== null
          ? 'Finished recordings of this project are written as set here, whatever the settings say.'
          : usual === null
            ? 'Finished recordings of this project are not exported. They can be written into files of their own.'
            : 'Finished recordings of this project are exported like all others. They can be written elsewhere instead.'}
      </p>
      <AutomaticExportForm
        wanted={own}
        onSave={(auto_export) => useProjects.change(id, { auto_export })}
        stop={usual === null ? 'Stop exporting' : 'Export like all others'}
      />
    </>
  );
}

function General({ project }: { project: Project }) {
  const usual = useSettings((state) => state.settings?.language ?? null);
  const isGone = useInstalledModels(
    ({ models }) =>
      models !== null &&
      project.model !== null &&
      !models.data.some(({ name }) => name === project.model),
  );
  const change = (changes: UpdateProject) =>
    void useProjects.change(project.id, changes).then(tellRefusal);
  return (
    <>
      <Section title="Name">
        <ProjectNameForm
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
            onChange={(language) => change({ language })}
          />
          <ModelChoice value={project.model} onChange={(model) => change({ model })} />
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
