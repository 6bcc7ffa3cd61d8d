import type { ServerEvent } from '../../../shared/server-event.ts';
import { createStore } from './create-store.ts';

const INITIAL = {
  connection: 'connecting' as 'connecting' | 'live' | 'lost' | 'signed-out',
  /** Whether the data folder is where the service expects it. */
  folderIsThere: true,
};

export const useService = createStore(INITIAL, (set) => ({
  setConnection: (connection: (typeof INITIAL)['connection']) => set({ connection }),
  onEvent: (event: ServerEvent) => {
    if (event.type === 'reload') set({ folderIsThere: true });
    if (event.type === 'data_folder') set({ folderIsThere: event.is_there });
  },
}));
