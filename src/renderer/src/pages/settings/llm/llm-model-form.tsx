import CircleAlert from 'lucide-react/icons/circle-alert';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Choice } from '../../../components/choice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useLlm } from '../../../stores/settings/llm-store.ts';
import { useSettings } from '../../../stores/settings-store.ts';

/** What the test of the server gave: its models to choose from, or why there are none. */
export function LlmModelForm() {
  const trial = useLlm((state) => state.trial);
  const models = trial?.models ?? [];
  return (
    <div className="min-h-24 space-y-4 text-sm">
      <div role="status">
        {trial?.problem != null && (
          <Notice look="danger" icon={<CircleAlert aria-hidden />}>
            {trial.problem}
          </Notice>
        )}
        {trial === null && <p className="text-soft">Its models appear here after the test.</p>}
        {trial?.models != null && <p>{countModels(models.length)}</p>}
      </div>
      {models.length > 0 && <ChooseModel models={models} />}
    </div>
  );
}

function ChooseModel({ models }: { models: readonly string[] }) {
  const llm = useSettings((state) => state.settings?.llm ?? null);
  const server = useLlm((state) => state.trial?.server);
  const turnOn = useLlm((state) => state.turnOn);
  const same = llm?.base_url === server?.base_url && llm?.kind === server?.kind;
  const used = same ? llm?.model : undefined;
  const [chosen, setChosen] = useState(used !== undefined && models.includes(used) ? used : '');
  const inUse = chosen === used && server?.api_key === undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void turnOn(chosen);
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-56 flex-1">
        <Choice
          label="Model"
          placeholder="Choose"
          value={chosen}
          onChange={setChosen}
          options={models.map((name) => [name, name])}
          className="w-full"
        />
      </div>
      <Button look="primary" type="submit" disabled={!chosen || inUse}>
        {inUse ? 'In use' : 'Use this model'}
      </Button>
    </form>
  );
}

function countModels(count: number): string {
  if (count === 0) return 'The server answers, but has no models. Load one there and test again.';
  return `The server answers. It has ${count} ${count === 1 ? 'model' : 'models'}.`;
}
