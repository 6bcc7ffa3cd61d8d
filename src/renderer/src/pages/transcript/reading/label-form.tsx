import { type FormEvent, useId, useState } from 'react';
import { MAX_SPEAKERS } from '../../../../../shared/transcription/speakers.ts';
import { Button } from '../../../components/button.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';

const FIND_OUT = 'find-out';
const COUNTS: readonly (readonly [string, string])[] = [
  [FIND_OUT, 'Detect'],
  ...Array.from({ length: MAX_SPEAKERS }, (_, index) => {
    const count = String(index + 1);
    return [count, count] as const;
  }),
];

/** How many people speak, for when too many or too few were found. */
export function LabelForm({ onDone }: { onDone: () => void }) {
  const found = useTranscript((state) => state.transcription?.result?.speakers.length ?? 1);
  const label = useEdits((state) => state.labelSpeakers);
  const id = useId();
  const [count, setCount] = useState(String(found));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void label(count === FIND_OUT ? null : Number(count));
    onDone();
  };
  return (
    <form onSubmit={submit} className="w-72 space-y-3 text-sm">
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id}>How many people speak?</label>
        <Select id={id} value={count} onChange={setCount} options={COUNTS} className="w-28" />
      </div>
      <p className="text-soft">
        The text stays as it is; speakers you chose by hand are replaced. You can undo it.
      </p>
      <div className="flex justify-end">
        <Button type="submit" look="primary">
          Identify speakers
        </Button>
      </div>
    </form>
  );
}
