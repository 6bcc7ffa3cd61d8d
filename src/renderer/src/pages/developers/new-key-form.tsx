import { type SubmitEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { useService } from '../../stores/service-store.ts';

export function NewKeyForm() {
  const [name, setName] = useState('');
  const [test, setTest] = useState(false);
  const createKey = useService((state) => state.createKey);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void createKey({ name: name.trim(), test });
    setName('');
  };

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <label className="min-w-48 flex-1 text-sm">
        <span className="mb-1 block font-medium">Name</span>
        <input
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={100}
          placeholder="Podcast script"
          className="h-9 w-full rounded-lg border border-field-line bg-panel px-3 placeholder:text-soft"
        />
      </label>
      <Checkbox checked={test} onChange={setTest} className="h-9">
        Test key
      </Checkbox>
      <Button look="primary" type="submit" disabled={!name.trim()}>
        Create key
      </Button>
    </form>
  );
}
