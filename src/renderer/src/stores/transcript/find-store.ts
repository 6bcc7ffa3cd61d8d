import { create } from 'zustand';

type FindStore = {
  open: boolean;
  query: string;
  replacement: string;
  /** Which of the places found is chosen. */
  at: number;
  /** Which of the doubtful words is looked at; `null` while nobody reviews. */
  doubt: number | null;
  show: () => void;
  close: () => void;
  setQuery: (query: string) => void;
  setReplacement: (replacement: string) => void;
  setAt: (at: number) => void;
  setDoubt: (doubt: number | null) => void;
};

/** What is being looked for in the open transcript. */
export const useFind = create<FindStore>()((set) => ({
  open: false,
  query: '',
  replacement: '',
  at: 0,
  doubt: null,
  show: () => set({ open: true, doubt: null }),
  close: () => set({ open: false, at: 0 }),
  setQuery: (query) => set({ query, at: 0 }),
  setReplacement: (replacement) => set({ replacement }),
  setAt: (at) => set({ at }),
  setDoubt: (doubt) => set({ doubt, open: false }),
}));
