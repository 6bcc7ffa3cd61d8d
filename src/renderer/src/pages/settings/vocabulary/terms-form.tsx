import { useId } from 'react';
import { MAX_TERMS } from '../../../../../shared/transcription/transcription-options.ts';
import { toTerms } from '../../../../../shared/transcription/vocabulary.ts';
import { Button } from '../../../components/button.tsx';
import { ChangedElsewhere, useDraft } from '../../../components/draft.tsx';
import { Form, Refusal } from '../../../components/form.tsx';

type TermsFormProps = {
  terms: readonly string[];
  /** Resolves to the reason of a refusal, else `null`. */
  onSave: (terms: string[]) => Promise<string | null>;
};

/** Names and terms in one field: of every recording, or of those in a project. */
export function TermsForm({ terms: saved, onSave }: TermsFormProps) {
  const id = useId();
  const { draft, edit, save, refusal, ...elsewhere } = useDraft(saved.join(', '), isSame);
  const terms = toTerms(draft);
  const submit = () => save(draft, onSave(terms));
  return (
    <Form onSubmit={submit} className="space-y-2 text-sm">
      <textarea
        dir="auto"
        aria-label="Names and terms"
        aria-describedby={id}
        value={draft}
        onChange={(event) => edit(event.target.value)}
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
        <Button
          type="submit"
          disabled={terms.length > MAX_TERMS || isSame(draft, saved.join(', '))}
        >
          Save
        </Button>
      </div>
      <ChangedElsewhere {...elsewhere} />
      <Refusal>{refusal}</Refusal>
    </Form>
  );
}

function isSame(one: string, other: string): boolean {
  return toTerms(one).join(', ') === toTerms(other).join(', ');
}
