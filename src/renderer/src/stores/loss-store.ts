import { create } from 'zustand';
import type { Loss } from '../../../shared/recovery.ts';
import { client } from '../api/client.ts';
import { notify } from './toasts.ts';

type LossStore = {
  /** What the database has lost and nobody has dismissed yet. */
  losses: readonly Loss[];
  load: () => Promise<void>;
  dismiss: () => Promise<void>;
};

export const useLosses = create<LossStore>()((set) => ({
  losses: [],
  load: () => notify(async () => set({ losses: (await client.listLosses()).data })),
  dismiss: () =>
    notify(async () => {
      await client.dismissLosses();
      set({ losses: [] });
    }),
}));
