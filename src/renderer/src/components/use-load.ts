import { useEffect } from 'react';
import { useService } from '../stores/service-store.ts';

/** Loads a page's data when it opens, and again when the service is back after it did not respond. */
export function useLoad(load: () => Promise<void>): void {
  const lost = useService((state) => state.connection === 'lost');
  useEffect(() => {
    if (!lost) void load();
  }, [lost, load]);
}
