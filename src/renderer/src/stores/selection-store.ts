import { create } from 'zustand';

type SelectionStore = {
  selected: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects these beside what is selected already. */
  add: (ids: readonly string[]) => void;
  clear: () => void;
};

/** The recordings that are marked in the list. */
export const useSelection = create<SelectionStore>()((set) => ({
  selected: new Set(),
  toggle: (id) =>
    set(({ selected }) => {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      return { selected: next };
    }),
  add: (ids) => set(({ selected }) => ({ selected: new Set([...selected, ...ids]) })),
  clear: () => set({ selected: new Set() }),
}));
