import { useId, useState } from 'react';
import { MAX_TERMS } from '../../../../../shared/transcription/transcription-options.ts';
import { toTerms } from '../../../../../shared/transcription/vocabulary.ts';
import { Button } from '../../../components/button.tsx';
import { Form } from '../../../components/form.tsx';

type TermsFormProps = {
  terms: readonly string[];
  /** Resolves to the reason of a refusal, else `null`. */
  onSave: (terms: string[]) => Promise<string | null>;
};

/** Names and terms in one field: of every recording, or of those in a project. */
export function TermsForm({ terms, onSave }: TermsFormProps) {
  const joined = terms.join(', ');
  return <Field key={joined} saved={joined} onSave={onSave} />;
}

function Field({ saved, onSave }: Pick<TermsFormProps, 'onSave'> & { saved: string }) {
  const id = useId();
  const [text, setText] = useState(saved);
  const [refusal, setRefusal] = useState<string | null>(null);
  const terms = toTerms(text);
  const submit = async () => {
    setRefusal(await onSave(terms));
  };
  return (
    <Form onSubmit={submit} className="space-y-2 text-sm">
      <textarea
        dir="auto"
        aria-label="Names and terms"
        aria-describedby={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Zoë Marchetti, Kubernetes, Aarhus"
        spellCheck={false}
        className="field block field-sizing-content max-h-60 min-h-20 w-full resize-none px-3 py-2"
      />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p
          id={id}
          className={`min-w-48 flex-1 ${terms.length > MAX_TERMS ? 'text-danger' : 'text-soft'}`}
        >
          {terms.length > MAX_TERMS
            ? `${terms.length} of at most ${MAX_TERMS}: leave some out.`
            : 'Separated by commas, the most important first. Words that were hard to hear and are almost the same become these.'}
        </p>
        <Button type="submit" disabled={terms.length > MAX_TERMS || terms.join(', ') === saved}>
          Save
        </Button>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {refusal}
      </p>
    </Form>
  );
}
