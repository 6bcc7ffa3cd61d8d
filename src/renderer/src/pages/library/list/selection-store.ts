import { createStore } from '../../../stores/create-store.ts';
import { useLibrary } from '../../../stores/library/library-store.ts';
import { useRemovals } from '../../../stores/library/trash-store.ts';
import { notify } from '../../../stores/toasts.ts';

const INITIAL = {
  selected: new Set() as ReadonlySet<string>,
  /** The last one that was selected or deselected: a range starts there. */
  last: null as string | null,
  /** Whether more recordings are being loaded, to be selected. */
  gathering: false,
};

export const useSelection = createStore(INITIAL, (set) => ({
  toggle: (id: string) =>
    set(({ selected }) => ({ selected: selected.symmetricDifference(new Set([id])), last: id })),
  /** Selects everything from the last one to this one, in the order shown. */
  extend: (id: string, order: readonly string[]) =>
    set(({ selected, last }) => {
      const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)].sort((a, b) => a - b);
      const range = from === undefined || from < 0 ? [id] : order.slice(from, (to ?? from) + 1);
      return { selected: selected.union(new Set(range)), last: id };
    }),
  /** Selects everything that the filters let through, also what was not loaded before. */
  selectAll: () =>
    notify(async () => {
      set({ gathering: true });
      try {
        if (!(await useLibrary.loadAll())) return;
        const { hidden } = useRemovals.getState();
        set({ selected: new Set(useLibrary.getState().ids.filter((id) => !hidden.has(id))) });
      } finally {
        set({ gathering: false });
      }
    }),
  clear: () => set({ selected: new Set(), last: null }),
}));

// What can no longer be seen is not deleted with the rest.
useLibrary.subscribe((now, before) => {
  const isOther = now.project !== before.project || now.filter !== before.filter;
  if (isOther || now.narrowing !== before.narrowing) useSelection.clear();
});
