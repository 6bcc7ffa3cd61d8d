import { type SubmitEvent, useId, useRef, useState } from 'react';
import { DEFAULT_SETTINGS } from '../../../../../shared/settings.ts';
import {
  MAX_SPELLINGS,
  type Spelling,
  withSpelling,
} from '../../../../../shared/spelling/spelling.ts';
import { MAX_TERMS } from '../../../../../shared/transcription/options.ts';
import { toTerms } from '../../../../../shared/transcription/vocabulary.ts';
import { Button } from '../../../components/button.tsx';
import { Section } from '../../../components/section.tsx';
import { useSettings } from '../../../stores/settings-store.ts';
import { PasteLines } from './paste-lines.tsx';
import { SpellingForm, SpellingRow } from './spelling-row.tsx';

/** Names, terms and spellings for every recording. */
export function VocabularySection() {
  const terms = useSettings((state) => state.settings?.vocabulary ?? DEFAULT_SETTINGS.vocabulary);
  const joined = terms.join(', ');
  return (
    <>
      <p className="text-soft">
        For every recording that is transcribed from now on. What was heard stays beside the text:
        see “Compare with original” in a transcript.
      </p>
      <Section title="Names and terms">
        <TermsForm key={joined} saved={joined} />
      </Section>
      <Spellings />
    </>
  );
}

function TermsForm({ saved }: { saved: string }) {
  const id = useId();
  const tryUpdate = useSettings((state) => state.tryUpdate);
  const [text, setText] = useState(saved);
  const [refusal, setRefusal] = useState<string | null>(null);
  const terms = toTerms(text);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setRefusal(await tryUpdate({ vocabulary: terms }));
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-2 text-sm">
      <textarea
        dir="auto"
        aria-label="Names and terms"
        aria-describedby={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Zoë Marchetti, Kubernetes, Aarhus"
        spellCheck={false}
        className="block field-sizing-content max-h-60 min-h-20 w-full resize-none rounded-lg border border-field-line bg-panel px-3 py-2 placeholder:text-soft"
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
    </form>
  );
}

function Spellings() {
  const list = useSettings((state) => state.settings?.spelling ?? DEFAULT_SETTINGS.spelling);
  const { tryUpdate, update } = useSettings();
  const rows = useRef<HTMLUListElement>(null);
  // What had the focus goes: the list takes it, so that the keyboard stays here.
  const keepFocus = () => rows.current?.focus();
  const add = (entries: readonly Spelling[]) =>
    tryUpdate({ spelling: entries.reduce(withSpelling, list) });
  return (
    <Section title="Spellings">
      <p className="text-sm text-soft">
        Words and phrases that are heard wrong again and again, and how you write them.
      </p>
      {list.length < MAX_SPELLINGS ? (
        <SpellingForm entry={null} action="Add" onSubmit={(entry) => add([entry])} />
      ) : (
        <p className="text-sm">These are all {MAX_SPELLINGS} there can be.</p>
      )}
      {list.length > 0 && (
        <ul
          ref={rows}
          tabIndex={-1}
          aria-label="Spellings"
          className="divide-y divide-line rounded-lg border border-line bg-panel"
        >
          {list.map((entry, at) => (
            <SpellingRow
              key={`${entry.to}\n${entry.from.join('\n')}`}
              entry={entry}
              onChange={(changed) => tryUpdate({ spelling: list.with(at, changed) })}
              onRemove={() => {
                keepFocus();
                void update({ spelling: list.toSpliced(at, 1) });
              }}
              onClose={keepFocus}
            />
          ))}
        </ul>
      )}
      <PasteLines onAdd={add} />
    </Section>
  );
}
