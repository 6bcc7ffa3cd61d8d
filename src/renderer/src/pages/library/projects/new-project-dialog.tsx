import type { Project } from '../../../../../shared/projects.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useProjects } from '../../../stores/library/project-store.ts';
import { ProjectNameForm } from './project-name-form.tsx';

type NewProjectDialogProps = {
  open: boolean;
  onClose: () => void;
  onMade: (project: Project) => void;
};

/** Makes a project of a name that is asked for. */
export function NewProjectDialog({ open, onClose, onMade }: NewProjectDialogProps) {
  const submit = async (name: string) => {
    const made = await useProjects.make(name);
    if (typeof made === 'string') return made;
    onClose();
    onMade(made);
    return null;
  };
  return (
    <Dialog
      open={open}
      title="New project"
      onClose={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[data-dialog] input')}
    >
      <p className="mb-3 text-sm text-soft">
        For recordings that belong together. It can have a language, a model, names, spellings and
        an automatic export of its own.
      </p>
      <ProjectNameForm name="" action="Create" onSubmit={submit} />
    </Dialog>
  );
}
