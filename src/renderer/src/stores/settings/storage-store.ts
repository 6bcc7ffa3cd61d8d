import { create } from 'zustand';
import type { Storage } from '../../../../shared/storage.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';

type StorageStore = {
  /** `null` until counted. */
  storage: Storage | null;
  load: () => Promise<void>;
};

export const useStorage = create<StorageStore>()((set) => ({
  storage: null,
  load: () => notify(async () => set({ storage: await client.storage() })),
}));
