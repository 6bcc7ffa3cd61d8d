import type {
  ApiKey,
  CreateApiKeyInput,
  CreatedApiKey,
  Session,
} from '../../../shared/accounts.ts';
import type { ModelList } from '../../../shared/models/models.ts';
import type { ServerEvent } from '../../../shared/server-event.ts';
import { client } from '../api/client.ts';
import { createStore } from './create-store.ts';
import { createLoaded } from './loaded.ts';
import { notify } from './toasts.ts';

const INITIAL = {
  connection: 'connecting' as 'connecting' | 'live' | 'lost' | 'signed-out',
  /** Whether the data folder is where the service expects it. */
  folderIsThere: true,
  models: null as ModelList | null,
  /** `null` until loaded. */
  keys: null as readonly ApiKey[] | null,
  /** The new key: the only time its secret is known. */
  createdKey: null as CreatedApiKey | null,
};

export const useService = createStore(INITIAL, (set) => ({
  setConnection: (connection: (typeof INITIAL)['connection']) => set({ connection }),
  onEvent: (event: ServerEvent) => {
    if (event.type === 'reload') set({ folderIsThere: true });
    if (event.type === 'data_folder') set({ folderIsThere: event.is_there });
  },
  loadModels: async () => set({ models: await client.listModels() }),
  loadKeys: () => notify(async () => set({ keys: (await client.listKeys()).data })),

  createKey: (input: CreateApiKeyInput) =>
    notify(async () => {
      const created = await client.createKey(input);
      const { key: _secret, ...listed } = created;
      set(({ keys }) => ({ createdKey: created, keys: [listed, ...(keys ?? [])] }));
    }),

  forgetCreatedKey: () => set({ createdKey: null }),

  revokeKey: (id: string) =>
    notify(async () => {
      const revoked = await client.revokeKey(id);
      set(({ keys, createdKey }) => ({
        keys: (keys ?? []).map((key) => (key.id === id ? revoked : key)),
        createdKey: createdKey?.id === id ? null : createdKey,
      }));
    }),
}));

/** What recordings are transcribed with where nothing else is chosen. */
export function useUsedModel(): 'real' | 'demo' | 'none' {
  return useService(({ models }) => {
    if (models?.data.some((model) => model.default && model.demo)) return 'demo';
    // A file that the service was started with is not among them.
    return models?.data.every(({ trust }) => trust === 'unknown') ? 'none' : 'real';
  });
}

/** The browsers that are signed in. */
export const useSessions = createLoaded(async () => (await client.listSessions()).data);

/** Signs a browser out; this one then shows how to sign in. */
export function endSession({ id, current }: Session): Promise<void> {
  if (current) return notify(() => client.endSession(id));
  return useSessions.change(() => client.endSession(id));
}
