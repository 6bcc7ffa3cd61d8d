import { create } from 'zustand';
import type { Backup, Storage } from '../../../../shared/storage.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';

type StorageStore = {
  /** `null` until counted. */
  storage: Storage | null;
  /** The newest first; `null` until loaded. */
  backups: readonly Backup[] | null;
  /** Whether a backup is being made. */
  backingUp: boolean;
  load: () => Promise<void>;
  backUp: () => Promise<void>;
  deleteBackups: () => Promise<void>;
};

export const useStorage = create<StorageStore>()((set) => {
  const load = async () => {
    const [storage, { data }] = await Promise.all([client.getStorage(), client.listBackups()]);
    set({ storage, backups: data });
  };
  return {
    storage: null,
    backups: null,
    backingUp: false,
    load: () => notify(load),
    backUp: async () => {
      set({ backingUp: true });
      await notify(async () => {
        await client.createBackup();
        await load();
      });
      set({ backingUp: false });
    },
    deleteBackups: () =>
      notify(async () => {
        await client.deleteBackups();
        await load();
      }),
  };
});
