import { useEffect } from 'react';
import type { createLoadedStore } from '../stores/create-store.ts';
import { useService } from '../stores/service-store.ts';

/** Loads a page's data when it opens, and again when the service is back after it did not respond. */
export function useLoad(load: () => Promise<void>): void {
  const lost = useService((state) => state.connection === 'lost');
  useEffect(() => {
    if (!lost) void load();
  }, [lost, load]);
}

/** The same of a store of what the service knows; `null` until it is here. */
export function useLoaded<Value extends object>(
  store: ReturnType<typeof createLoadedStore<Value>>,
): Value | null {
  useLoad(store.load);
  return store((state) => state.value);
}
