import { create } from 'zustand';
import type { ServerEvent } from '../../../../shared/api.ts';
import type { WatchFolder } from '../../../../shared/sources/watch-folder.ts';
import { client } from '../../api/client.ts';

type WatchFolderStore = {
  /** `null` until first requested. */
  status: WatchFolder | null;
  load: () => Promise<void>;
  /** Reloads what was loaded before. */
  reload: () => Promise<void>;
  apply: (event: ServerEvent) => void;
};

export const useWatchFolder = create<WatchFolderStore>()((set, get) => {
  let told = 0;
  return {
    status: null,
    load: async () => {
      const before = told;
      const status = await client.getWatchFolder();
      // An event that arrived meanwhile is newer than the response.
      if (told === before) set({ status });
    },
    reload: async () => {
      if (get().status) await get().load();
    },
    apply: (event) => {
      if (event.type !== 'watch_folder') return;
      told += 1;
      set({ status: event.watch_folder });
    },
  };
});
