import { create } from 'zustand';
import type { SearchHit } from '../../../../shared/api.ts';
import { client } from '../../api/client.ts';
import { notify } from '../toasts.ts';

/** Typing that pauses this long is looked for. */
const PAUSE_MS = 150;
const PAGE = 50;

type SearchStore = {
  /** What stands in the search box. */
  query: string;
  /** Places of the last query that was answered; `null` while nothing is searched for. */
  hits: readonly SearchHit[] | null;
  nextCursor: string | null;
  setQuery: (query: string) => void;
  loadMore: () => Promise<void>;
  /** Looks for the same again, after a lost connection. */
  reload: () => Promise<void>;
};

const nothing = { hits: null, nextCursor: null };

export const useSearch = create<SearchStore>()((set, get) => {
  let pause: ReturnType<typeof setTimeout> | undefined;

  const search = () =>
    notify(async () => {
      const q = get().query.trim();
      const page = await client.search({ q, limit: PAGE });
      // An answer to what is no longer asked is of no use.
      if (get().query.trim() === q) set({ hits: page.data, nextCursor: page.next_cursor });
    });

  return {
    query: '',
    ...nothing,

    setQuery: (query) => {
      set({ query });
      clearTimeout(pause);
      if (query.trim()) pause = setTimeout(() => void search(), PAUSE_MS);
      else set(nothing);
    },

    reload: async () => {
      if (get().query.trim()) await search();
    },

    loadMore: () =>
      notify(async () => {
        const { query, nextCursor } = get();
        if (nextCursor === null) return;
        const page = await client.search({ q: query.trim(), limit: PAGE, cursor: nextCursor });
        if (get().nextCursor !== nextCursor) return;
        set(({ hits }) => ({
          hits: [...(hits ?? []), ...page.data],
          nextCursor: page.next_cursor,
        }));
      }),
  };
});
