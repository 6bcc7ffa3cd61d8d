import { create } from 'zustand';
import type { ServerEvent } from '../../../../shared/api.ts';
import type { AutomaticExportStatus } from '../../../../shared/exports/automatic-export.ts';
import { client } from '../../api/client.ts';

type AutomaticExportStore = {
  /** `null` until it is first asked for. */
  status: AutomaticExportStatus | null;
  load: () => Promise<void>;
  /** Loads again what was loaded before. */
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
      // An event that came meanwhile is newer than the answer.
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
