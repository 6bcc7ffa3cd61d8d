import { create } from 'zustand';
import type { ServerEvent } from '../../../shared/server-event.ts';
import { notify } from './toasts.ts';

type Loaded<Value> = {
  /** `null` until first requested. */
  value: Value | null;
  load: () => Promise<void>;
  /** Loads again what was loaded before. */
  reload: () => Promise<void>;
  apply: (event: ServerEvent) => void;
  /** What a person does to it; afterwards it is loaded again. */
  change: (action: () => Promise<unknown>) => Promise<void>;
};

/**
 * A store of what the service knows. `read` finds in an event what it is now; `'again'` has what was loaded before loaded
 * once more.
 */
export function createLoaded<Value extends object>(
  request: () => Promise<Value>,
  read: (event: ServerEvent, before: Value | null) => Value | 'again' | null = () => null,
) {
  return create<Loaded<Value>>()((set, get) => {
    let told = 0;
    const ask = async (): Promise<void> => {
      const before = told;
      const value = await request();
      // An event that arrived meanwhile may be newer than the response.
      if (told !== before) return ask();
      set({ value });
    };
    return {
      value: null,
      load: () => notify(ask),
      reload: async () => {
        if (get().value) await ask();
      },
      apply: (event) => {
        const value = read(event, get().value);
        if (value === 'again') return void get().reload();
        if (value === null) return;
        told += 1;
        set({ value });
      },
      change: (action) =>
        notify(async () => {
          await action();
          await ask();
        }),
    };
  });
}
