import { create } from 'zustand';
import type { CreateApiKeyInput, CreatedApiKey } from '../../../shared/accounts.ts';
import { client } from '../api/client.ts';
import { createLoadedStore } from './create-store.ts';
import { notify } from './toasts.ts';

export const useApiKeys = createLoadedStore(async () => (await client.listKeys()).data);

/** The new key: the only time its secret is known. */
export const useCreatedKey = create<{ created: CreatedApiKey | null }>()(() => ({ created: null }));

/** Whether there is one now. */
export async function createKey(input: CreateApiKeyInput): Promise<boolean> {
  const created = await notify(() => client.createKey(input));
  if (!created) return false;
  useCreatedKey.setState({ created });
  void useApiKeys.load();
  return true;
}

export const revokeKey = (id: string) =>
  useApiKeys.change(async () => {
    await client.revokeKey(id);
    useCreatedKey.setState(({ created }) => ({ created: created?.id === id ? null : created }));
  });
