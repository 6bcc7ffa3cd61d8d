import { create } from 'zustand';

type FindStore = {
  open: boolean;
  query: string;
  replacement: string;
  wholeWords: boolean;
  matchCase: boolean;
  /** The speaker whose words are searched; `null` for all. */
  speaker: number | null;
  /** The index of the chosen match. */
  at: number;
  /** What was replaced, until the next search. */
  said: string;
  /** The index of the current doubtful word; `null` outside the review. */
  doubt: number | null;
  show: () => void;
  close: () => void;
  setQuery: (query: string) => void;
  setReplacement: (replacement: string) => void;
  setOptions: (options: Partial<Pick<FindStore, 'wholeWords' | 'matchCase' | 'speaker'>>) => void;
  setAt: (at: number) => void;
  setSaid: (said: string) => void;
  setDoubt: (doubt: number | null) => void;
};

/** The search in the open transcript. */
export const useFind = create<FindStore>()((set) => ({
  open: false,
  query: '',
  replacement: '',
  wholeWords: false,
  matchCase: false,
  speaker: null,
  at: 0,
  said: '',
  doubt: null,
  show: () => set({ open: true, doubt: null, said: '' }),
  close: () => set({ open: false, at: 0, said: '', speaker: null }),
  setQuery: (query) => set({ query, at: 0, said: '' }),
  setReplacement: (replacement) => set({ replacement }),
  setOptions: (options) => set({ ...options, at: 0, said: '' }),
  setAt: (at) => set({ at, said: '' }),
  setSaid: (said) => set({ said }),
  setDoubt: (doubt) => set({ doubt, open: false }),
}));
