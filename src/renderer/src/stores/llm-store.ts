import type { LlmKind, LlmServerInput } from '../../../shared/llm.ts';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { USUAL_ADDRESSES } from '../text/language-model.ts';
import { createStore } from './create-store.ts';
import { useSettings } from './settings-store.ts';
import { notify } from './toasts.ts';

/** The server in the form. The key is empty if the stored one is to stay. */
type Draft = { kind: LlmKind; address: string; key: string };

/** A server that was tested: its models are `null` until it responds. */
type Trial = {
  server: LlmServerInput;
  models: readonly string[] | null;
  problem: string | null;
};

const FIRST: Draft = { kind: 'ollama', address: USUAL_ADDRESSES.ollama, key: '' };

const INITIAL = {
  draft: FIRST,
  trial: null as Trial | null,
};

export const useLlm = createStore(INITIAL, (set, get) => ({
  /** Starts with the configured server, or with the most common one. */
  begin: () => {
    const llm = useSettings.getState().settings?.llm;
    const draft = llm ? { kind: llm.kind, address: llm.base_url, key: '' } : FIRST;
    set({ draft, trial: null });
  },

  /** Changes the form; another kind sets its usual address. */
  edit: (change: Partial<Draft>) => {
    const { draft } = get();
    const usual = change.kind && draft.address.trim() === USUAL_ADDRESSES[draft.kind];
    const moved = usual ? { address: USUAL_ADDRESSES[change.kind ?? draft.kind] } : {};
    set({ draft: { ...draft, ...moved, ...change }, trial: null });
  },

  /** Requests the server's list of models, and sends nothing else. */
  test: async () => {
    const { kind, address, key } = get().draft;
    const server = { kind, base_url: address.trim(), ...(key && { api_key: key.trim() }) };
    const asked: Trial = { server, models: null, problem: null };
    const answer = (part: Partial<Trial>) => {
      if (get().trial === asked) set({ trial: { ...asked, ...part } });
    };
    set({ trial: asked });
    try {
      const { data } = await client.listLlmModels(server);
      answer({ models: data.map(({ name }) => name) });
    } catch (thrown) {
      answer({ problem: errorText(thrown) });
    }
  },

  /** Uses the tested server from now on. */
  turnOn: (model: string) =>
    notify(async () => {
      const { trial, draft } = get();
      if (!trial) return;
      const settings = await client.updateSettings({ llm: { ...trial.server, model } });
      useSettings.onEvent({ type: 'settings', settings });
      const { kind, base_url } = trial.server;
      set({ draft: { ...draft, key: '' }, trial: { ...trial, server: { kind, base_url } } });
    }),

  turnOff: () => useSettings.update({ llm: null }),

  removeKey: () => {
    const llm = useSettings.getState().settings?.llm;
    if (!llm) return Promise.resolve();
    const { kind, base_url, model } = llm;
    return useSettings.update({ llm: { kind, base_url, model, api_key: null } });
  },
}));
