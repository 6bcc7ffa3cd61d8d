import type { ApiKey, CreateApiKeyInput, CreatedApiKey } from '../../../shared/accounts.ts';
import { client } from '../api/client.ts';
import { createStore } from './create-store.ts';
import { notify } from './toasts.ts';

const INITIAL = {
  /** `null` until loaded. */
  keys: null as readonly ApiKey[] | null,
  /** The new key: the only time its secret is known. */
  created: null as CreatedApiKey | null,
};

export const useApiKeys = createStore(INITIAL, (set) => ({
  load: () => notify(async () => set({ keys: (await client.listKeys()).data })),

  create: (input: CreateApiKeyInput) =>
    notify(async () => {
      const created = await client.createKey(input);
      const { key: _secret, ...listed } = created;
      set(({ keys }) => ({ created, keys: [listed, ...(keys ?? [])] }));
    }),

  forgetCreated: () => set({ created: null }),

  revoke: (id: string) =>
    notify(async () => {
      const revoked = await client.revokeKey(id);
      set(({ keys, created }) => ({
        keys: (keys ?? []).map((key) => (key.id === id ? revoked : key)),
        created: created?.id === id ? null : created,
      }));
    }),
}));
