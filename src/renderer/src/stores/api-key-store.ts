import { create } from 'zustand';
import type { CreateApiKeyInput, CreatedApiKey } from '../../../shared/accounts.ts';
import { client } from '../api/client.ts';
import { createLoadedStore } from './create-store.ts';

export const useApiKeys = createLoadedStore(async () => (await client.listKeys()).data);

/** The new key: the only time its secret is known. */
export const useCreatedKey = create<{ created: CreatedApiKey | null }>()(() => ({ created: null }));

export const createKey = (input: CreateApiKeyInput) =>
  useApiKeys.change(async () => useCreatedKey.setState({ created: await client.createKey(input) }));

export const revokeKey = (id: string) =>
  useApiKeys.change(async () => {
    await client.revokeKey(id);
    useCreatedKey.setState(({ created }) => ({ created: created?.id === id ? null : created }));
  });
