import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { parseSpelling, type Spelling } from '../../../../../shared/spelling/spelling.ts';
import { Button } from '../../../components/button.tsx';
import { Field, Form, Refusal } from '../../../components/form.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { FIELD_KEYS } from '../../../keys/key-tables.ts';
import { usePageKeys } from '../../../keys/page-keys.ts';

type SpellingRowProps = {
  entry: Spelling;
  /** Resolves to the reason of a refusal, else `null`. */
  onChange: (entry: Spelling) => Promise<string | null>;
  onRemove: () => void;
  onClose: () => void;
};

/** A spelling: what is transcribed wrong and how it is written, to be changed or removed. */
export function SpellingRow({ entry, onChange, onRemove, onClose }: SpellingRowProps) {
  const [editing, setEditing] = useState(false);
  const { from, to } = entry;
  const close = () => {
    onClose();
    setEditing(false);
  };
  if (editing) {
    return (
      <li className="px-4 py-3">
        <SpellingForm
          entry={entry}
          action="Save"
          onSubmit={async (changed) => {
            const refusal = await onChange(changed);
            if (refusal === null) close();
            return refusal;
          }}
          onCancel={close}
        />
      </li>
    );
  }
  return (
    <li className="flex min-h-12 items-center gap-2 py-1.5 pr-3 pl-4">
      <p className="min-w-0 flex-1 text-sm wrap-anywhere" dir="auto">
        <span className="font-medium">{to}</span>{' '}
        <span className="text-soft">for {from.join(', ')}</span>
      </p>
      <IconButton icon={Pencil} label={`Edit ${to}`} tip="Edit" onClick={() => setEditing(true)} />
      <IconButton icon={Trash2} label={`Remove ${to}`} tip="Remove" onClick={onRemove} />
    </li>
  );
}

type SpellingFormProps = {
  entry: Spelling | null;
  action: string;
  onSubmit: (entry: Spelling) => Promise<string | null>;
  onCancel?: () => void;
};

/** Two fields for one entry. Enter submits; Escape ends editing. */
export function SpellingForm({ entry, action, onSubmit, onCancel }: SpellingFormProps) {
  const [from, setFrom] = useState(entry?.from.join(', ') ?? '');
  const [to, setTo] = useState(entry?.to ?? '');
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  usePageKeys(FIELD_KEYS, { cancel: () => onCancel?.() }, { within: form });
  const submit = async () => {
    const first = form.current?.querySelector('input');
    const [parsed] = parseSpelling(`${from} -> ${to}`).list;
    const refused = parsed
      ? await onSubmit(parsed)
      : 'Give words or phrases of up to 100 characters, and how they are written.';
    setRefusal(refused);
    if (refused !== null || entry) return;
    setFrom('');
    setTo('');
    first?.focus();
  };
  return (
    <Form ref={form} onSubmit={submit} className="flex flex-wrap items-end gap-3 text-sm">
      <Field
        label="Heard as"
        className="min-w-48 flex-1"
        ref={(input) => {
          if (entry && input && !input.form?.contains(document.activeElement)) input.focus();
        }}
        dir="auto"
        value={from}
        onChange={setFrom}
        placeholder="cube ernetes, cubernetes"
      />
      <Field
        label="Written as"
        className="min-w-40 flex-1"
        dir="auto"
        value={to}
        onChange={setTo}
        placeholder="Kubernetes"
      />
      <Button type="submit" disabled={!from.trim() || !to.trim()}>
        {action}
      </Button>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      <Refusal>{refusal}</Refusal>
    </Form>
  );
}
