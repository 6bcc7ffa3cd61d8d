import { type SubmitEvent, useState } from 'react';
import { parseSpelling, type Spelling } from '../../../../../shared/spelling/spelling.ts';
import { Button } from '../../../components/button.tsx';

/** Many entries at once, one a line. Lines that are none stay, to be put right. */
export function PasteLines({
  onAdd,
}: {
  onAdd: (entries: readonly Spelling[]) => Promise<string | null>;
}) {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
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
      <form onSubmit={(event) => void submit(event)} className="mt-3 space-y-2">
        <textarea
          dir="auto"
          aria-label="Lines to add"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={'cube ernetes, cubernetes -> Kubernetes\nzoe -> Zoë'}
          spellCheck={false}
          className="block field-sizing-content max-h-60 min-h-20 w-full resize-none rounded-lg border border-field-line bg-panel px-3 py-2 placeholder:text-soft"
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={!text.trim()}>
            Add lines
          </Button>
          <p role="status" className="text-soft">
            {said}
          </p>
        </div>
      </form>
    </details>
  );
}
