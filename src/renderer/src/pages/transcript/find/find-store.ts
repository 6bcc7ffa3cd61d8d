import { createStore } from '../../../stores/create-store.ts';

const INITIAL = {
  open: false,
  query: '',
  replacement: '',
  wholeWords: false,
  matchCase: false,
  /** The speaker whose words are searched; `null` for all. */
  speaker: null as number | null,
  at: 0,
  /** What was replaced, until the next search. */
  said: '',
  /** The index of the current doubtful word; `null` outside the review. */
  doubt: null as number | null,
};

export const useFind = createStore(INITIAL, (set) => ({
  show: () => set({ open: true, doubt: null, said: '' }),
  close: () => set({ open: false, at: 0, said: '', speaker: null }),
  setQuery: (query: string) => set({ query, at: 0, said: '' }),
  setReplacement: (replacement: string) => set({ replacement }),
  setOptions: (options: Partial<Pick<typeof INITIAL, 'wholeWords' | 'matchCase' | 'speaker'>>) =>
    set({ ...options, at: 0, said: '' }),
  setAt: (at: number) => set({ at, said: '' }),
  setSaid: (said: string) => set({ said }),
  setDoubt: (doubt: number | null) => set({ doubt, open: false }),
}));
