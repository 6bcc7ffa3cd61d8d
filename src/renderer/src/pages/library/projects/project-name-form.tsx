import { useId, useState } from 'react';
import { MAX_PROJECT_NAME, ProjectName } from '../../../../../shared/projects.ts';
import { Button } from '../../../components/button.tsx';
import { Form } from '../../../components/form.tsx';

type ProjectNameFormProps = {
  name: string;
  action: string;
  /** Resolves to the reason of a refusal, else `null`. */
  onSubmit: (name: string) => Promise<string | null>;
};

/** A field for the name of a project; a refusal is shown below it. */
export function ProjectNameForm({ name, action, onSubmit }: ProjectNameFormProps) {
  const id = useId();
  const [text, setText] = useState(name);
  const [refusal, setRefusal] = useState<string | null>(null);
  const parsed = ProjectName.safeParse(text);
  const submit = async () => {
    if (parsed.success) setRefusal(await onSubmit(parsed.data));
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
          value={text}
          maxLength={MAX_PROJECT_NAME}
          onChange={(event) => {
            setText(event.target.value);
            setRefusal(null);
          }}
          autoComplete="off"
          className="field h-9 min-w-0 flex-1 px-3 sm:max-w-96"
        />
        <Button look="primary" type="submit" disabled={!parsed.success || parsed.data === name}>
          {action}
        </Button>
      </div>
      <p id={id} role="alert" className="text-danger empty:hidden">
        {refusal}
      </p>
    </Form>
  );
}
