import { useRef, useState } from 'react';
import {
  MAX_SPELLINGS,
  parseSpelling,
  type Spelling,
  type SpellingList,
  withSpelling,
} from '../../../../../shared/spelling/spelling.ts';
import { Button } from '../../../components/button.tsx';
import { Form } from '../../../components/form.tsx';
import { tellRefusal } from '../../../stores/toasts.ts';
import { SpellingForm, SpellingRow } from './spelling-row.tsx';

type SpellingsProps = {
  list: SpellingList;
  /** Resolves to the reason of a refusal, else `null`. */
  onSave: (list: SpellingList) => Promise<string | null>;
};

/** What is transcribed wrong and how it is written, one per row: of every recording, or of those in a project. */
export function Spellings({ list, onSave }: SpellingsProps) {
  const rows = useRef<HTMLUListElement>(null);
  // The focused element is removed: the list gets the focus, so that the keyboard stays here.
  const keepFocus = () => rows.current?.focus();
  const add = (entries: readonly Spelling[]) => onSave(entries.reduce(withSpelling, list));
  return (
    <>
      <p className="text-sm text-soft">
        Words and phrases that are often misheard, and how you write them.
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
              onChange={(changed) => onSave(list.with(at, changed))}
              onRemove={() => {
                keepFocus();
                void onSave(list.toSpliced(at, 1)).then(tellRefusal);
              }}
              onClose={keepFocus}
            />
          ))}
        </ul>
      )}
      <PasteLines onAdd={add} />
    </>
  );
}

/** Many entries at once, one per line. Invalid lines stay, to be corrected. */
function PasteLines({
  onAdd,
}: {
  onAdd: (entries: readonly Spelling[]) => Promise<string | null>;
}) {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const submit = async () => {
    const { list, refused } = parseSpelling(text);
    const refusal = list.length > 0 ? await onAdd(list) : null;
    if (refusal !== null) return setSaid(refusal);
    setText(refused.join('\n'));
    const added = list.length === 1 ? 'Added 1 line.' : `Added ${list.length} lines.`;
    setSaid(refused.length > 0 ? `${added} The rest is not written like “wrong -> Right”.` : added);
  };
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-md font-medium text-accent">
        Paste a list
      </summary>
      <Form onSubmit={submit} className="mt-3 space-y-2">
        <textarea
          dir="auto"
          aria-label="Lines to add"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={'cube ernetes, cubernetes -> Kubernetes\nzoe -> Zoë'}
          spellCheck={false}
          className="field block field-sizing-content max-h-60 min-h-20 w-full resize-none px-3 py-2"
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={!text.trim()}>
            Add lines
          </Button>
          <p role="status" className="text-soft">
            {said}
          </p>
        </div>
      </Form>
    </details>
  );
}
