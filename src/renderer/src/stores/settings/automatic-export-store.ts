import { create } from 'zustand';
import type { ServerEvent } from '../../../../shared/api.ts';
import type { AutomaticExportStatus } from '../../../../shared/exports/automatic-export.ts';
import { client } from '../../api/client.ts';

type AutomaticExportStore = {
  /** `null` until first requested. */
  status: AutomaticExportStatus | null;
  load: () => Promise<void>;
  /** Reloads what was loaded before. */
  reload: () => Promise<void>;
  apply: (event: ServerEvent) => void;
};

export const useAutomaticExport = create<AutomaticExportStore>()((set, get) => {
  let told = 0;
  return {
    status: null,
    load: async () => {
      const before = told;
      const status = await client.getAutomaticExport();
      // An event that arrived meanwhile is newer than the response.
      if (told === before) set({ status });
    },
    reload: async () => {
      if (get().status) await get().load();
    },
    apply: (event) => {
      if (event.type !== 'automatic_export') return;
      told += 1;
      set({ status: event.automatic_export });
    },
  };
});
