import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { LlmKind, type LlmServerInput, type LlmSettings } from '../../../../shared/llm.ts';
import { client } from '../../api/client.ts';
import { errorText } from '../../api/error-text.ts';
import { Button } from '../../components/button.tsx';
import { Field, Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { Choice } from '../../components/select.tsx';
import { useSettings } from '../../stores/settings-store.ts';
import { notify } from '../../stores/toasts.ts';
import { describeReach, KIND_NAMES, USUAL_ADDRESSES } from '../../text/language-model.ts';

/** The server in the form. The key is empty if the stored one is to stay. */
type Draft = { kind: LlmKind; address: string; key: string };

/** A server that was tested: its models are `null` until it responds. */
type Trial = { server: LlmServerInput; models: readonly string[] | null; problem: string | null };

const useLlm = () => useSettings((state) => state.settings?.llm ?? null);

/** The language model that may word titles and summaries: off until the user enters its server. */
export function LlmSection() {
  const form = useServerForm();
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
        <LlmServerForm form={form} />
        <LlmModelForm form={form} />
      </Section>
      <WhatIsSent address={form.draft.address} />
    </>
  );
}

type FormProps = { form: ReturnType<typeof useServerForm> };

/** Starts with the configured server, or with the most common one. */
function useServerForm() {
  const llm = useLlm();
  const [draft, setDraft] = useState<Draft>({
    kind: llm?.kind ?? 'ollama',
    address: llm?.base_url ?? USUAL_ADDRESSES.ollama,
    key: '',
  });
  const [trial, setTrial] = useState<Trial | null>(null);

  /** Changes the form; another kind sets its usual address. */
  const edit = (change: Partial<Draft>) => {
    const { kind, address } = draft;
    const usual = change.kind && address.trim() === USUAL_ADDRESSES[kind];
    const moved = usual ? { address: USUAL_ADDRESSES[change.kind ?? kind] } : {};
    setDraft({ ...draft, ...moved, ...change });
    setTrial(null);
  };

  /** Requests the server's list of models, and sends nothing else. */
  const test = async () => {
    const { kind, address, key } = draft;
    const server = { kind, base_url: address.trim(), ...(key && { api_key: key.trim() }) };
    const asked: Trial = { server, models: null, problem: null };
    const answer = (part: Partial<Trial>) =>
      setTrial((now) => (now === asked ? { ...asked, ...part } : now));
    setTrial(asked);
    try {
      const { data } = await client.listLlmModels(server);
      answer({ models: data.map(({ name }) => name) });
    } catch (thrown) {
      answer({ problem: errorText(thrown) });
    }
  };

  const turnOn = (model: string) =>
    notify(async () => {
      if (!trial) return;
      const settings = await client.updateSettings({ llm: { ...trial.server, model } });
      useSettings.onEvent({ type: 'settings', settings });
      const { kind, base_url } = trial.server;
      setDraft({ ...draft, key: '' });
      setTrial({ ...trial, server: { kind, base_url } });
    });

  return { draft, trial, edit, test, turnOn };
}

function Standing() {
  const llm = useLlm();
  return (
    <div className="card flex min-h-15 items-center gap-4 py-2 pr-3 pl-4">
      <div role="status" className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{llm ? `On: ${llm.model}` : 'Off'}</p>
        <p className="text-sm text-soft wrap-anywhere">
          {llm ? `${KIND_NAMES[llm.kind]}, ${llm.base_url}` : 'No language model is used.'}
        </p>
      </div>
      {llm && <Button onClick={() => useSettings.update({ llm: null })}>Turn off</Button>}
    </div>
  );
}

function WhatIsSent({ address }: { address: string }) {
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
function LlmServerForm({ form: { draft, trial, edit, test } }: FormProps) {
  const asking = trial !== null && trial.models === null && trial.problem === null;
  // Another address is tested while one that does not answer is waited for.
  const submit = () => {
    if (!asking) void test();
  };
  return (
    <Form onSubmit={submit} className="space-y-4 text-sm">
      <div className="flex flex-wrap gap-3">
        <Choice
          label="Program"
          value={draft.kind}
          onChange={(kind) => edit({ kind })}
          options={LlmKind.options.map((kind) => [kind, KIND_NAMES[kind]])}
          className="w-56"
        />
        <Field
          label="Address"
          className="min-w-56 flex-1"
          type="url"
          value={draft.address}
          onChange={(text) => edit({ address: text })}
          placeholder="https://"
        />
      </div>
      <KeyField draft={draft} edit={edit} />
      {/* A disabled button would lose the focus while it is tested. */}
      <Button type="submit" aria-disabled={asking} disabled={!draft.address.trim()}>
        {asking ? 'Testing…' : 'Test connection'}
      </Button>
    </Form>
  );
}

function KeyField({ draft, edit }: Pick<FormProps['form'], 'draft' | 'edit'>) {
  const llm = useLlm();
  const stored = llm?.has_api_key && llm.base_url === draft.address.trim() ? llm : null;
  const removeKey = ({ kind, base_url, model }: LlmSettings) =>
    useSettings.update({ llm: { kind, base_url, model, api_key: null } });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        label="API key"
        className="min-w-56 flex-1"
        type="password"
        value={draft.key}
        onChange={(text) => edit({ key: text })}
        placeholder={
          stored ? 'Saved. Type another one to replace it.' : 'Only if the server requires one'
        }
      />
      {stored && <Button onClick={() => removeKey(stored)}>Remove key</Button>}
    </div>
  );
}

/** The result of testing the server: the models to choose from, or why there are none. */
function LlmModelForm({ form: { trial, turnOn } }: FormProps) {
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
      {trial && models.length > 0 && (
        <ChooseModel models={models} server={trial.server} onChoose={turnOn} />
      )}
    </div>
  );
}

type ChooseModelProps = {
  models: readonly string[];
  server: LlmServerInput;
  onChoose: (model: string) => Promise<void>;
};

function ChooseModel({ models, server, onChoose }: ChooseModelProps) {
  const llm = useLlm();
  const same = llm?.base_url === server.base_url && llm.kind === server.kind;
  const used = same ? llm?.model : undefined;
  const [chosen, setChosen] = useState(used !== undefined && models.includes(used) ? used : '');
  const inUse = chosen === used && server.api_key === undefined;
  return (
    <Form onSubmit={() => onChoose(chosen)} className="flex flex-wrap items-end gap-3">
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
