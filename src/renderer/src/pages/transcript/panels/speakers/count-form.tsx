import { type FormEvent, useState } from 'react';
import { MAX_SPEAKERS } from '../../../../../../shared/transcription/speakers.ts';
import { Button } from '../../../../components/button.tsx';
import { useEdits } from '../../../../stores/transcript/edit-store.ts';

const COUNTS = Array.from({ length: MAX_SPEAKERS }, (_, index) => String(index + 1));

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
      <label className="flex items-center gap-2 text-ink">
        How many people speak?
        <select
          value={count}
          onChange={({ target }) => setCount(target.value)}
          className="h-9 rounded-lg border border-field-line bg-panel px-2"
        >
          {COUNTS.map((one) => (
            <option key={one}>{one}</option>
          ))}
          <option value="">I don’t know</option>
        </select>
      </label>
      <Button type="submit" look="primary" disabled={labeling}>
        {labeling ? 'Listening…' : 'Tell voices apart'}
      </Button>
    </form>
  );
}
