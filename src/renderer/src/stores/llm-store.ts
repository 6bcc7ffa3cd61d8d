import { create } from 'zustand';
import type { LlmKind, LlmServerInput } from '../../../shared/llm.ts';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { USUAL_ADDRESSES } from '../text/language-model.ts';
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

type LlmStore = {
  draft: Draft;
  trial: Trial | null;
  /** Starts with the configured server, or with the most common one. */
  begin: () => void;
  /** Changes the form; another kind sets its usual address. */
  edit: (change: Partial<Draft>) => void;
  /** Requests the server's list of models, and sends nothing else. */
  test: () => Promise<void>;
  /** Uses the tested server from now on. */
  turnOn: (model: string) => Promise<void>;
  turnOff: () => Promise<void>;
  removeKey: () => Promise<void>;
};

const FIRST: Draft = { kind: 'ollama', address: USUAL_ADDRESSES.ollama, key: '' };

export const useLlm = create<LlmStore>()((set, get) => ({
  draft: FIRST,
  trial: null,

  begin: () => {
    const llm = useSettings.getState().settings?.llm;
    const draft = llm ? { kind: llm.kind, address: llm.base_url, key: '' } : FIRST;
    set({ draft, trial: null });
  },

  edit: (change) => {
    const { draft } = get();
    const usual = change.kind && draft.address.trim() === USUAL_ADDRESSES[draft.kind];
    const moved = usual ? { address: USUAL_ADDRESSES[change.kind ?? draft.kind] } : {};
    set({ draft: { ...draft, ...moved, ...change }, trial: null });
  },

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

  turnOn: (model) =>
    notify(async () => {
      const { trial, draft } = get();
      if (!trial) return;
      const settings = await client.updateSettings({ llm: { ...trial.server, model } });
      useSettings.getState().apply({ type: 'settings', settings });
      const { kind, base_url } = trial.server;
      set({ draft: { ...draft, key: '' }, trial: { ...trial, server: { kind, base_url } } });
    }),

  turnOff: () => useSettings.getState().update({ llm: null }),

  removeKey: () => {
    const llm = useSettings.getState().settings?.llm;
    if (!llm) return Promise.resolve();
    const { kind, base_url, model } = llm;
    return useSettings.getState().update({ llm: { kind, base_url, model, api_key: null } });
  },
}));
