import { useMemo } from 'react';
import { useLibrary } from '../../stores/library-store.ts';
import { useRemovals } from '../../stores/removal-store.ts';

/** The recordings that are shown: without those whose deletion can still be undone. */
export function useVisibleIds(): readonly string[] {
  const ids = useLibrary((state) => state.ids);
  const hidden = useRemovals((state) => state.hidden);
  return useMemo(
    () => (hidden.size === 0 ? ids : ids.filter((id) => !hidden.has(id))),
    [ids, hidden],
  );
}
