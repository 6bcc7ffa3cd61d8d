import { useState } from 'react';
import { create } from 'zustand';
import type { ApiKey, CreatedApiKey, KeyScope } from '../../../../shared/accounts.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Field, Form } from '../../components/form.tsx';
import { Rows } from '../../components/rows.tsx';
import { Choice } from '../../components/select.tsx';
import { useLoaded } from '../../components/use-load.ts';
import { createLoadedStore } from '../../stores/create-store.ts';
import { describeKey, SCOPES, usualScope } from '../../text/api-keys.ts';
import { formatWhen } from '../../text/format.ts';

const useApiKeys = createLoadedStore(async () => (await client.listKeys()).data);

/** The new key: the only time its secret is known, which the examples of the other sections show as well. */
export const useCreatedKey = create<{ created: CreatedApiKey | null }>()(() => ({ created: null }));

const revokeKey = (id: string) =>
  useApiKeys.change(async () => {
    await client.revokeKey(id);
    useCreatedKey.setState(({ created }) => ({ created: created?.id === id ? null : created }));
  });

export function ApiKeys() {
  const keys = useLoaded(useApiKeys);
  const { created } = useCreatedKey();
  return (
    <div className="space-y-6">
      <p className="text-soft">
        A key lets a script use Steno on this computer. A test key works the same way but sees only
        test recordings.
      </p>
      <NewKeyForm />
      {created && <CreatedKey created={created} />}
      <Rows label="Keys" items={keys} empty="There are no keys yet.">
        {(key) => <KeyRow key={key.id} apiKey={key} />}
      </Rows>
    </div>
  );
}

/** A new key's secret, the one time it can be seen. */
function CreatedKey({ created }: { created: CreatedApiKey }) {
  return (
    <div role="status" className="space-y-3 rounded-xl bg-accent-wash px-5 py-4">
      <p className="text-sm">
        <strong className="font-medium">{created.name}</strong> is ready. Copy it now: it is shown
        only this once.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{created.key}</code>
        <CopyButton look="primary" text={() => created.key}>
          Copy key
        </CopyButton>
      </div>
    </div>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { name, hint, revoked_at } = apiKey;
  return (
    <li className="flex items-center gap-4 py-3 pr-3 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {name}
          <span className="ml-2 text-sm font-normal text-soft">{describeKey(apiKey)}</span>
        </p>
        <p className="text-sm text-soft wrap-anywhere">
          <span className="font-mono text-code">{hint}</span> · {usage(apiKey)}
        </p>
      </div>
      {revoked_at ? (
        <span className="px-3.5 text-sm text-soft">Revoked</span>
      ) : (
        <ConfirmDialog
          trigger={<Button aria-label={`Revoke ${name}`}>Revoke</Button>}
          title={`Revoke “${name}”?`}
          description="Scripts that use this key stop working at once. This cannot be undone."
          action="Revoke"
          onConfirm={() => void revokeKey(apiKey.id)}
        />
      )}
    </li>
  );
}

function usage({ created_at, last_used_at }: ApiKey): string {
  return last_used_at
    ? `Last used: ${formatWhen(last_used_at)}`
    : `Created: ${formatWhen(created_at)}, never used`;
}

function NewKeyForm() {
  const [name, setName] = useState('');
  const [test, setTest] = useState(false);
  const [scope, setScope] = useState<KeyScope | null>(null);
  const chosen = scope ?? usualScope({ test, hostname: location.hostname });

  const submit = () =>
    useApiKeys.change(async () => {
      const created = await client.createKey({ name: name.trim(), test, scope: chosen });
      useCreatedKey.setState({ created });
      setName('');
    });

  return (
    <Form onSubmit={submit} className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Name"
          className="min-w-48 flex-1"
          value={name}
          onChange={setName}
          maxLength={100}
          placeholder="Podcast script"
        />
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
    </Form>
  );
}
