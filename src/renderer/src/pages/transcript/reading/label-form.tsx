import { type FormEvent, useState } from 'react';
import { MAX_SPEAKERS } from '../../../../../shared/transcription/speakers.ts';
import { Button } from '../../../components/button.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';

const COUNTS = Array.from({ length: MAX_SPEAKERS }, (_, index) => index + 1);

/** How many people speak, for when too many or too few were found. */
export function LabelForm({ onDone }: { onDone: () => void }) {
  const found = useTranscript((state) => state.transcription?.result?.speakers.length ?? 1);
  const label = useEdits((state) => state.labelSpeakers);
  const [count, setCount] = useState(String(found));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void label(count === '' ? null : Number(count));
    onDone();
  };
  return (
    <form onSubmit={submit} className="w-72 space-y-3 text-sm">
      <label className="flex items-center justify-between gap-4">
        How many people speak?
        <select
          value={count}
          onChange={({ target }) => setCount(target.value)}
          className="h-9 rounded-lg border border-field-line bg-panel px-2"
        >
          <option value="">Find out</option>
          {COUNTS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <p className="text-soft">
        The text stays. Speakers chosen by hand are found anew, too; Undo brings them back.
      </p>
      <div className="flex justify-end">
        <Button type="submit" look="primary">
          Tell apart
        </Button>
      </div>
    </form>
  );
}
