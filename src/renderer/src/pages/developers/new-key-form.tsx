import { type SubmitEvent, useState } from 'react';
import type { KeyScope } from '../../../../shared/api.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Choice } from '../../components/choice.tsx';
import { useService } from '../../stores/service-store.ts';
import { SCOPES, usualScope } from '../../text/keys-and-scopes.ts';

export function NewKeyForm() {
  const [name, setName] = useState('');
  const [test, setTest] = useState(false);
  const [scope, setScope] = useState<KeyScope | null>(null);
  const createKey = useService((state) => state.createKey);
  const chosen = scope ?? usualScope({ test, hostname: location.hostname });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void createKey({ name: name.trim(), test, scope: chosen });
    setName('');
  };

  return (
    <form onSubmit={submit} className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
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
        <Choice
          label="Access"
          value={chosen}
          onChange={setScope}
          options={SCOPES.map(({ scope: value, choice }) => [value, choice] as const)}
        />
        <Checkbox checked={test} onChange={setTest} className="h-9">
          Test key
        </Checkbox>
        <Button look="primary" type="submit" disabled={!name.trim()}>
          Create key
        </Button>
      </div>
      <p className="min-h-10 text-sm text-soft">
        {SCOPES.find((entry) => entry.scope === chosen)?.explanation}
        {test &&
          ' Test keys are kept apart from live ones; what they create is deleted after 30 days.'}
      </p>
    </form>
  );
}
