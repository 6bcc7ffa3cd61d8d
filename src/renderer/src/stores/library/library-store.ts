import { ApiError } from '../../../../shared/client.ts';
import { NO_PROJECT } from '../../../../shared/projects.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { titleOf } from '../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { refusalOf, unless } from '../../api/error-text.ts';
import type { Wishes } from '../../text/recording-options.ts';
import { createStore } from '../create-store.ts';
import { notify, tellFound, toasts } from '../toasts.ts';
import {
  announcement,
  appendPage,
  applyEvent,
  emptyLibrary,
  type LibraryState,
  toFilters,
} from './library-state.ts';
import { currentWishes } from './recording-options-store.ts';

const PAGE = 100;

type Order = Pick<LibraryState, 'sort' | 'filter' | 'narrowing' | 'project'>;

const INITIAL = {
  ...emptyLibrary,
  /** `false` until the first page is here. */
  loaded: false,
  /** Whether those are still shown that were asked for before. */
  arranging: false,
  /** The recording that has, or last had, the keyboard. */
  activeId: null as string | null,
  /** Read out politely by screen readers. */
  announcement: '',
};

export const useLibrary = createStore(INITIAL, (set, get) => {
  const update = (transcription: TranscriptionSummary) =>
    useLibrary.onEvent({ type: 'transcription', transcription });
  // Its first events may have come before the answer to the request, and they are newer.
  const addNew = (transcription: TranscriptionSummary) => {
    if (!get().byId.has(transcription.id)) update(transcription);
  };
  const create = async (url: string, wishes: Wishes) =>
    addNew(await orInNone(wishes, (asked) => client.createTranscription({ url, ...asked })));

  const fetchPage = (state: LibraryState) => {
    const { sort, nextCursor } = state;
    return client.listTranscriptions({
      limit: PAGE,
      sort,
      versions: 'one',
      ...toFilters(state),
      ...(nextCursor !== null && { cursor: nextCursor }),
    });
  };

  /** What is reported while lists are on their way, which may be older. */
  const late = new Set<ServerEvent[]>();

  /** Loads the list in the order that is asked for, with as many recordings as are wanted, or a page. */
  const load = async (wanted: number) => {
    const order = orderOf(get());
    const news: ServerEvent[] = [];
    late.add(news);
    try {
      let state: LibraryState = { ...emptyLibrary, ...order };
      do state = appendPage(state, await fetchPage(state));
      while (state.nextCursor !== null && state.ids.length < wanted);
      // Another order may have been asked for meanwhile.
      if (isSame(order, get())) set({ ...news.reduce(applyEvent, state), loaded: true });
    } finally {
      late.delete(news);
    }
  };

  return {
    /** Loads what was loaded before again, or the first page. */
    reload: () => load(get().ids.length),

    loadMore: async () => {
      const cursor = get().nextCursor;
      if (cursor === null) return;
      const page = await fetchPage(get());
      // A reload or a second call may have come first.
      if (get().nextCursor === cursor) set((state) => appendPage(state, page));
    },

    /** Loads all pages; `false` if other recordings were asked for meanwhile. */
    loadAll: async (): Promise<boolean> => {
      const order = orderOf(get());
      while (get().nextCursor !== null && isSame(order, get())) await useLibrary.loadMore();
      return isSame(order, get());
    },

    /** Shows other recordings, or the same in another order. */
    arrange: (changes: Partial<Order>) =>
      notify(async () => {
        set({ ...changes, arranging: true });
        const order = orderOf(get());
        try {
          await load(0);
        } finally {
          if (isSame(order, get())) set({ arranging: false });
        }
      }),

    onEvent: (event: ServerEvent): void => {
      if (event.type === 'projects' && event.changed === 'many') return void useLibrary.reload();
      if (event.type === 'transcription') {
        const { transcription: after } = event;
        const text = announcement(get().byId.get(after.id), after, titleOf(after.source));
        if (text) set({ announcement: text });
      }
      set((state) => applyEvent(state, event));
      for (const news of late) news.push(event);
    },

    /** Creates one, or finds what was made of the same and offers `again`; why the service refuses, else `null`. */
    add: (
      url: string,
      {
        name = url,
        again,
        wishes = wishesForNew(),
      }: { name?: string; again?: () => void; wishes?: Wishes } = {},
    ) =>
      refusalOf(async () => {
        const { transcription, found } = await orInNone(wishes, (asked) =>
          client.createOrFindTranscription({ url, ...asked }),
        );
        addNew(transcription);
        if (found)
          tellFound(transcription, name, again ?? (() => void notify(() => create(url, wishes))));
      }),
    /** Creates one in any case. */
    addAgain: (url: string, wishes: Wishes = wishesForNew()) =>
      refusalOf(() => create(url, wishes)),
    /** Like `add` where no form shows a refusal: a message tells of it. Whether it was taken. */
    addOrTell: async (url: string): Promise<boolean> => {
      const description = await useLibrary.add(url);
      if (description !== null) toasts.add({ title: url, description, priority: 'high' });
      return description === null;
    },

    cancel: (id: string) =>
      notify(() => unless('wrong_state', async () => update(await client.cancelTranscription(id)))),
    /** Goes on where a failed one stopped, or with the parts a completed one lacks: the new one's id, `null` if refused. */
    goOn: async ({
      id,
      status,
      text_until,
    }: Pick<TranscriptionSummary, 'id' | 'status' | 'text_until'>): Promise<string | null> => {
      const hasText = status === 'completed' || text_until !== null;
      const fresh = await notify(async () => {
        const made = await (hasText
          ? client.continueTranscription(id)
          : client.retryTranscription(id));
        addNew(made);
        return made.id;
      });
      // Where it has text, it is a version of the same recording, whose text stays whatever becomes of this one.
      if (fresh !== undefined && !hasText) await useLibrary.remove(id);
      return fresh ?? null;
    },
    /** Makes another version of a recording: its id, `null` when the service refuses. */
    again: async (id: string, wishes: Omit<Wishes, 'project_id'>) => {
      const fresh = await notify(async () => {
        const made = await client.transcribeAgain(id, wishes);
        addNew(made);
        return made.id;
      });
      return fresh ?? null;
    },
    remove: (id: string): Promise<void> =>
      notify(async () => {
        await client.deleteTranscription(id);
        useLibrary.onEvent({ type: 'transcription_deleted', id });
      }),
    setActive: (id: string) => set({ activeId: id }),
  };
});

/** How what is added now is transcribed, and the open project, which it goes into. */
export function wishesForNew(): Wishes {
  const { project } = useLibrary.getState();
  return currentWishes(project === '' || project === NO_PROJECT ? null : project);
}

/** A project may be deleted while files are on their way: they are added all the same. */
async function orInNone<Made>(
  wishes: Wishes,
  make: (wishes: Wishes) => Promise<Made>,
): Promise<Made> {
  try {
    return await make(wishes);
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.param !== 'project_id') throw thrown;
    return make({ ...wishes, project_id: null });
  }
}

function orderOf({ sort, filter, narrowing, project }: LibraryState): Order {
  return { sort, filter, narrowing, project };
}

function isSame(order: Order, state: LibraryState): boolean {
  return (Object.keys(order) as (keyof Order)[]).every((name) => order[name] === state[name]);
}
