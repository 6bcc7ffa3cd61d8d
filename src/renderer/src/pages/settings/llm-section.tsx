import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LlmKind } from '../../../../shared/llm.ts';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { Field, Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { useLlm } from '../../stores/llm-store.ts';
import { useSettings } from '../../stores/settings-store.ts';
import { describeReach, KIND_NAMES } from '../../text/language-model.ts';

/** The language model that may word titles and summaries: off until the user enters its server. */
export function LlmSection() {
  useEffect(useLlm.begin, []);
  return (
    <>
      <p className="text-soft">
        Chapter titles and summaries are made from the words that were said. A language model can
        phrase them better. Steno checks every sentence against the transcript and leaves out what
        nobody said. Transcripts never wait for it. It also translates subtitles where you ask for
        it.
      </p>
      <Standing />
      <Section title="Server">
        <LlmServerForm />
        <LlmModelForm />
      </Section>
      <WhatIsSent />
    </>
  );
}

function Standing() {
  const llm = useSettings((state) => state.settings?.llm ?? null);
  return (
    <div className="card flex min-h-15 items-center gap-4 py-2 pr-3 pl-4">
      <div role="status" className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{llm ? `On: ${llm.model}` : 'Off'}</p>
        <p className="text-sm text-soft wrap-anywhere">
          {llm ? `${KIND_NAMES[llm.kind]}, ${llm.base_url}` : 'No language model is used.'}
        </p>
      </div>
      {llm && <Button onClick={() => void useLlm.turnOff()}>Turn off</Button>}
    </div>
  );
}

function WhatIsSent() {
  const address = useLlm((state) => state.draft.address);
  return (
    <Section title="What is sent, and where">
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-soft">
        <li>While this is off, nothing.</li>
        <li>
          While it is on, what was said in a recording and the names of its speakers: when it is
          transcribed, again when you change its text or its speakers, and when you have its
          subtitles translated. Never the sound, its title or where it came from.
        </li>
        <li>To the address above alone. {describeReach(address)}</li>
        <li>Testing the connection asks for the list of models and sends nothing else.</li>
        <li>
          A key is kept on this computer, goes to its own server only, and is never shown again.
          Turning the language model off forgets it.
        </li>
      </ul>
    </Section>
  );
}

/** The program, its address and its key; tested before it is used. */
function LlmServerForm() {
  const { draft, trial } = useLlm();
  const asking = trial !== null && trial.models === null && trial.problem === null;
  const submit = () => {
    if (!asking) void useLlm.test();
  };
  return (
    <Form onSubmit={submit} className="space-y-4 text-sm">
      <div className="flex flex-wrap gap-3">
        <Choice
          label="Program"
          value={draft.kind}
          onChange={(kind) => useLlm.edit({ kind })}
          options={LlmKind.options.map((kind) => [kind, KIND_NAMES[kind]])}
          className="w-56"
        />
        <Field
          label="Address"
          className="min-w-56 flex-1"
          type="url"
          value={draft.address}
          onChange={(text) => useLlm.edit({ address: text })}
          placeholder="https://"
        />
      </div>
      <KeyField />
      {/* A disabled button would lose the focus while it is tested. */}
      <Button type="submit" aria-disabled={asking} disabled={!draft.address.trim()}>
        {asking ? 'Testing…' : 'Test connection'}
      </Button>
    </Form>
  );
}

function KeyField() {
  const { draft } = useLlm();
  const llm = useSettings((state) => state.settings?.llm ?? null);
  const stored = llm?.has_api_key === true && llm.base_url === draft.address.trim();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        label="API key"
        className="min-w-56 flex-1"
        type="password"
        value={draft.key}
        onChange={(text) => useLlm.edit({ key: text })}
        placeholder={
          stored ? 'Saved. Type another one to replace it.' : 'Only if the server requires one'
        }
      />
      {stored && <Button onClick={() => void useLlm.removeKey()}>Remove key</Button>}
    </div>
  );
}

/** The result of testing the server: the models to choose from, or why there are none. */
function LlmModelForm() {
  const trial = useLlm((state) => state.trial);
  const models = trial?.models ?? [];
  return (
    <div className="min-h-24 space-y-4 text-sm">
      <div role="status">
        {trial?.problem != null && (
          <Notice look="danger" icon={CircleAlert}>
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
  const same = llm?.base_url === server?.base_url && llm?.kind === server?.kind;
  const used = same ? llm?.model : undefined;
  const [chosen, setChosen] = useState(used !== undefined && models.includes(used) ? used : '');
  const inUse = chosen === used && server?.api_key === undefined;
  const submit = () => useLlm.turnOn(chosen);
  return (
    <Form onSubmit={submit} className="flex flex-wrap items-end gap-3">
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
    </Form>
  );
}

function countModels(count: number): string {
  if (count === 0) return 'The server answers, but has no models. Load one there and test again.';
  return `The server answers. It has ${count} ${count === 1 ? 'model' : 'models'}.`;
}
