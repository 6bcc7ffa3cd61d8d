import { type FormEvent, useState } from 'react';
import { MAX_SPEAKERS } from '../../../../../../shared/transcription/speakers.ts';
import { Button } from '../../../../components/button.tsx';
import { Select } from '../../../../components/select.tsx';
import { useEdits } from '../../../../stores/transcript/edit-store.ts';

const COUNTS = Array.from({ length: MAX_SPEAKERS }, (_, index) => {
  const count = String(index + 1);
  return [count, count] as const;
});
const CHOICES = [...COUNTS, ['', 'I don’t know']] as const;

/** How many people speak, for when too many or too few were found. */
export function CountForm({ found }: { found: number }) {
  const label = useEdits((state) => state.labelSpeakers);
  const labeling = useEdits((state) => state.labeling);
  const [count, setCount] = useState(String(Math.max(1, found)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void label(count === '' ? null : Number(count));
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-ink">How many people speak?</span>
      <Select
        label="How many people speak?"
        value={count}
        onChange={setCount}
        options={CHOICES}
        className="w-36"
      />
      <Button type="submit" look="primary" disabled={labeling}>
        {labeling ? 'Listening…' : 'Identify speakers'}
      </Button>
    </form>
  );
}
