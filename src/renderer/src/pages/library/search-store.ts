import type { FoundRecording, FoundRecordings, SearchHit } from '../../../../shared/search.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { titleOf } from '../../../../shared/transcription/title.ts';
import { client } from '../../api/client.ts';
import { createStore } from '../../stores/create-store.ts';
import { toFilters } from '../../stores/library/library-state.ts';
import { useLibrary } from '../../stores/library/library-store.ts';
import { notify } from '../../stores/toasts.ts';

/** A pause in typing after which the search starts. */
const PAUSE_MS = 150;
const PAGE = 20;
/** The most matches of one recording per request. */
const PLACES = 100;

const NOTHING = {
  /** The answer to the last query, with further pages; `null` while nothing is searched for. */
  found: null as FoundRecordings | null,
  /** All matches of the expanded recordings, by recording. */
  expanded: new Map() as ReadonlyMap<
    string,
    { hits: readonly SearchHit[]; nextCursor: string | null }
  >,
};

/** `query` is the text in the search box. */
const INITIAL = { query: '', ...NOTHING };

export const useSearch = createStore(INITIAL, (set, get) => {
  let pause: ReturnType<typeof setTimeout> | undefined;

  const asked = () => ({ q: get().query.trim(), ...toFilters(useLibrary.getState()) });
  const isAsked = (question: ReturnType<typeof asked>) =>
    JSON.stringify(question) === JSON.stringify(asked());

  const search = () =>
    notify(async () => {
      const question = asked();
      const found = await client.searchRecordings({ ...question, limit: PAGE });
      // The answer to an outdated query is dropped.
      if (isAsked(question)) set({ found, expanded: new Map() });
    });

  // The same words in other recordings.
  useLibrary.subscribe((now, before) => {
    if (JSON.stringify(toFilters(now)) !== JSON.stringify(toFilters(before)))
      void useSearch.reload();
  });

  return {
    setQuery: (query: string) => {
      set({ query });
      clearTimeout(pause);
      if (query.trim()) pause = setTimeout(() => void search(), PAUSE_MS);
      else set(NOTHING);
    },

    /** Repeats it where something that was found is gone or has another title. */
    onEvent: (event: ServerEvent): void => {
      const found = get().found?.data.map(({ transcription }) => transcription) ?? [];
      const isGone =
        event.type === 'transcription_deleted' && found.some(({ id }) => id === event.id);
      const now = event.type === 'transcription' ? event.transcription : null;
      const before = found.find(({ id }) => id === now?.id);
      const isOther =
        now &&
        before &&
        (now.trashed_at !== null || titleOf(now.source) !== titleOf(before.source));
      if (isGone || isOther) void useSearch.reload();
    },

    /** Repeats the search, after a lost connection or with other filters. */
    reload: async () => {
      if (get().query.trim()) await search();
    },

    /** Shows all matches of a recording, or the next hundred. */
    expand: (id: string) =>
      notify(async () => {
        const { q } = asked();
        const before = get().expanded.get(id);
        const page = await client.search({
          q,
          transcription_id: id,
          limit: PLACES,
          ...(before?.nextCursor && { cursor: before.nextCursor }),
        });
        if (asked().q !== q) return;
        const fresh = page.data.filter(({ segment_id }) => segment_id !== null);
        const hits = [...(before?.hits ?? []), ...fresh];
        const expanded = new Map(get().expanded).set(id, { hits, nextCursor: page.next_cursor });
        set({ expanded });
      }),

    loadMore: () =>
      notify(async () => {
        const { found } = get();
        if (!found?.next_cursor) return;
        const page = await client.searchRecordings({
          ...asked(),
          limit: PAGE,
          cursor: found.next_cursor,
        });
        if (get().found !== found) return;
        set({ found: { ...page, data: without(found.data, page.data) } });
      }),
  };
});

/** Both pages; a recording that moved between them is listed once. */
function without(before: readonly FoundRecording[], more: readonly FoundRecording[]) {
  const known = new Set(before.map(({ transcription }) => transcription.id));
  return [...before, ...more.filter(({ transcription }) => !known.has(transcription.id))];
}
