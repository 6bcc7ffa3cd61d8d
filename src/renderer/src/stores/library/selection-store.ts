import { create } from 'zustand';

type SelectionStore = {
  selected: ReadonlySet<string>;
  /** The last one that was selected or deselected: a range starts there. */
  last: string | null;
  toggle: (id: string) => void;
  /** Selects everything from the last one to this one, in the order shown. */
  extend: (id: string, order: readonly string[]) => void;
  /** Selects these in addition to the current selection. */
  add: (ids: readonly string[]) => void;
  clear: () => void;
};

/** The recordings selected in the list. */
export const useSelection = create<SelectionStore>()((set) => ({
  selected: new Set(),
  last: null,
  toggle: (id) =>
    set(({ selected }) => {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      return { selected: next, last: id };
    }),
  extend: (id, order) =>
    set(({ selected, last }) => {
      const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)].sort((a, b) => a - b);
      const range = from === undefined || from < 0 ? [id] : order.slice(from, (to ?? from) + 1);
      return { selected: new Set([...selected, ...range]), last: id };
    }),
  add: (ids) => set(({ selected }) => ({ selected: new Set([...selected, ...ids]) })),
  clear: () => set({ selected: new Set(), last: null }),
}));
