import { useId } from 'react';
import { MAX_PROJECT_NAME, type Project, ProjectName } from '../../../../../shared/projects.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { ChangedElsewhere, isSameText, useDraft } from '../../../components/draft.tsx';
import { Form, Refusal } from '../../../components/form.tsx';
import { useProjects } from '../../../stores/library/project-store.ts';

type ProjectNameFormProps = {
  name: string;
  action: string;
  /** Resolves to the reason of a refusal, else `null`. */
  onSubmit: (name: string) => Promise<string | null>;
};

/** A field for the name of a project; a refusal is shown below it. */
export function ProjectNameForm({ name, action, onSubmit }: ProjectNameFormProps) {
  const id = useId();
  const { draft, edit, save, refusal, ...elsewhere } = useDraft(name, isSameText);
  const parsed = ProjectName.safeParse(draft);
  const submit = async () => {
    if (parsed.success) await save(parsed.data, onSubmit(parsed.data));
  };
  return (
    <Form onSubmit={submit} className="space-y-2 text-sm">
      <div className="flex gap-2">
        <input
          dir="auto"
          aria-label="Name of the project"
          placeholder="Name"
          aria-describedby={id}
          aria-invalid={refusal !== null}
          value={draft}
          maxLength={MAX_PROJECT_NAME}
          onChange={(event) => edit(event.target.value)}
          autoComplete="off"
          className="field h-9 min-w-0 flex-1 px-3 sm:max-w-96"
        />
        <Button look="primary" type="submit" disabled={!parsed.success || parsed.data === name}>
          {action}
        </Button>
      </div>
      <ChangedElsewhere {...elsewhere} />
      <Refusal id={id}>{refusal}</Refusal>
    </Form>
  );
}

type NewProjectDialogProps = {
  open: boolean;
  onClose: () => void;
  onMade: (project: Project) => void;
};

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
