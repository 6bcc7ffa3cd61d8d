import { useMemo } from 'react';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useRemovals } from '../../../stores/library/trash-store.ts';

/** The recordings that are shown: without those whose deletion can still be undone. */
export function useVisibleIds(): readonly string[] {
  const ids = useLibrary((state) => state.ids);
  const hidden = useRemovals((state) => state.hidden);
  return useMemo(() => without(ids, hidden), [ids, hidden]);
}

/** The same as they are now. */
export function visibleIds(): readonly string[] {
  return without(useLibrary.getState().ids, useRemovals.getState().hidden);
}

function without(ids: readonly string[], hidden: ReadonlySet<string>): readonly string[] {
  return hidden.size === 0 ? ids : ids.filter((id) => !hidden.has(id));
}
