import { create } from 'zustand';
import type { ServerEvent } from '../../../../shared/api.ts';

type ToldStatus<Status> = {
  /** `null` until first requested. */
  status: Status | null;
  load: () => Promise<void>;
  /** Reloads what was loaded before. */
  reload: () => Promise<void>;
  apply: (event: ServerEvent) => void;
};

/** A store of what the service tells by itself, whenever it changes. `read` finds it in an event. */
export function createToldStatus<Status>(
  request: () => Promise<Status>,
  read: (event: ServerEvent) => Status | null,
) {
  return create<ToldStatus<Status>>()((set, get) => {
    let told = 0;
    return {
      status: null,
      load: async () => {
        const before = told;
        const status = await request();
        // An event that arrived meanwhile is newer than the response.
        if (told === before) set({ status });
      },
      reload: async () => {
        if (get().status) await get().load();
      },
      apply: (event) => {
        const status = read(event);
        if (status === null) return;
        told += 1;
        set({ status });
      },
    };
  });
}
