import type { SubmitEvent } from 'react';
import { LlmKind } from '../../../../../shared/llm.ts';
import { Button } from '../../../components/button.tsx';
import { Choice } from '../../../components/choice.tsx';
import { useLlm } from '../../../stores/settings/llm-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';
import { KIND_NAMES } from '../../../text/language-model.ts';

const FIELD = 'h-9 w-full rounded-lg border border-field-line bg-panel px-3 placeholder:text-soft';

/** Which program, where it is and its key; tested before it is used. */
export function LlmServerForm() {
  const { draft, trial, edit, test } = useLlm();
  const asking = trial !== null && trial.models === null && trial.problem === null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void test();
  };
  return (
    <form onSubmit={submit} className="space-y-4 text-sm">
      <div className="flex flex-wrap gap-3">
        <Choice
          label="Program"
          value={draft.kind}
          onChange={(kind) => edit({ kind })}
          options={LlmKind.options.map((kind) => [kind, KIND_NAMES[kind]])}
          className="w-56"
        />
        <label className="min-w-56 flex-1">
          <span className="mb-1 block font-medium">Address</span>
          <input
            type="url"
            value={draft.address}
            onChange={(event) => edit({ address: event.target.value })}
            placeholder="https://"
            spellCheck={false}
            autoComplete="off"
            className={FIELD}
          />
        </label>
      </div>
      <KeyField />
      <Button type="submit" disabled={asking || !draft.address.trim()}>
        {asking ? 'Testing…' : 'Test connection'}
      </Button>
    </form>
  );
}

function KeyField() {
  const { draft, edit, removeKey } = useLlm();
  const llm = useSettings((state) => state.settings?.llm ?? null);
  const stored = llm?.has_api_key === true && llm.base_url === draft.address.trim();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <label className="min-w-56 flex-1">
        <span className="mb-1 block font-medium">API key</span>
        <input
          type="password"
          value={draft.key}
          onChange={(event) => edit({ key: event.target.value })}
          placeholder={
            stored ? 'Saved. Type another one to replace it.' : 'Only if the server requires one'
          }
          autoComplete="off"
          className={FIELD}
        />
      </label>
      {stored && <Button onClick={() => void removeKey()}>Remove key</Button>}
    </div>
  );
}
