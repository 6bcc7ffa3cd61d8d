import { create } from 'zustand';
import { ApiError } from '../../../../shared/client.ts';
import { NO_PROJECT } from '../../../../shared/projects.ts';
import type { ServerEvent } from '../../../../shared/server-event.ts';
import { titleOf } from '../../../../shared/transcription/title.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription/transcription.ts';
import { client } from '../../api/client.ts';
import { refusalOf } from '../../api/error-text.ts';
import type { Wishes } from '../../text/recording-options.ts';
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

/** Which recordings are shown, and in which order. */
type Order = Pick<LibraryState, 'sort' | 'filter' | 'narrowing' | 'project'>;

type LibraryStore = LibraryState & {
  /** `false` until the first page is here. */
  loaded: boolean;
  /** The recording that has, or last had, the keyboard. */
  activeId: string | null;
  /** Read out politely by screen readers. */
  announcement: string;
  /** Loads what was loaded before again, or the first page. */
  load: () => Promise<void>;
  loadMore: () => Promise<void>;
  /** Loads all pages; `false` if other recordings were asked for meanwhile. */
  loadAll: () => Promise<boolean>;
  /** Shows other recordings, or the same in another order. */
  arrange: (order: Partial<Order>) => Promise<void>;
  apply: (event: ServerEvent) => void;
  /**
   * Creates a transcription, or finds what was made of the same: then `again` is offered, or the link itself again.
   * The sentence to show when the service refuses, else `null`.
   */
  add: (
    url: string,
    options?: { name?: string; again?: () => void; wishes?: Wishes },
  ) => Promise<string | null>;
  /** Creates one in any case. */
  addAgain: (url: string, wishes?: Wishes) => Promise<string | null>;
  /** Like `add` where no form shows a refusal: a message tells of it. Whether it was taken. */
  addOrTell: (url: string) => Promise<boolean>;
  cancel: (id: string) => Promise<void>;
  /**
   * Goes on with a failed one in its place, from where it stopped if it has text, or with the parts that a completed one
   * lacks: the new one's id, `null` when the service refuses.
   */
  goOn: (
    before: Pick<TranscriptionSummary, 'id' | 'status' | 'text_until'>,
  ) => Promise<string | null>;
  /** Makes another version of a recording: its id, `null` when the service refuses. */
  again: (id: string, wishes: Omit<Wishes, 'project_id'>) => Promise<string | null>;
  remove: (id: string) => Promise<void>;
  setActive: (id: string) => void;
};

export const useLibrary = create<LibraryStore>()((set, get) => {
  const update = (transcription: TranscriptionSummary) =>
    get().apply({ type: 'transcription', transcription });
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

  return {
    ...emptyLibrary,
    loaded: false,
    activeId: null,
    announcement: '',

    load: async () => {
      const wanted = get().ids.length;
      const order = orderOf(get());
      let state: LibraryState = { ...emptyLibrary, ...order };
      do state = appendPage(state, await fetchPage(state));
      while (state.nextCursor !== null && state.ids.length < wanted);
      // Another order may have been asked for meanwhile.
      if (isSame(order, get())) set({ ...state, loaded: true });
    },

    loadMore: async () => {
      const cursor = get().nextCursor;
      if (cursor === null) return;
      const page = await fetchPage(get());
      // A reload or a second call may have come first.
      if (get().nextCursor === cursor) set((state) => appendPage(state, page));
    },

    loadAll: async () => {
      const order = orderOf(get());
      while (get().nextCursor !== null && isSame(order, get())) await get().loadMore();
      return isSame(order, get());
    },

    arrange: (changes) =>
      notify(async () => {
        set(changes);
        const order = orderOf(get());
        const state = { ...emptyLibrary, ...order };
        const page = await fetchPage(state);
        if (isSame(order, get())) set(appendPage(state, page));
      }),

    apply: (event) => {
      if (event.type === 'projects' && event.changed === 'many') return void get().load();
      if (event.type === 'transcription') {
        const { transcription: after } = event;
        const text = announcement(get().byId.get(after.id), after, titleOf(after.source));
        if (text) set({ announcement: text });
      }
      set((state) => applyEvent(state, event));
    },

    add: (url, { name = url, again, wishes = wishesForNew() } = {}) =>
      refusalOf(async () => {
        const { transcription, found } = await orInNone(wishes, (asked) =>
          client.createOrFindTranscription({ url, ...asked }),
        );
        addNew(transcription);
        if (found)
          tellFound(transcription, name, again ?? (() => void notify(() => create(url, wishes))));
      }),
    addAgain: (url, wishes = wishesForNew()) => refusalOf(() => create(url, wishes)),
    addOrTell: async (url) => {
      const description = await get().add(url);
      if (description !== null) toasts.add({ title: url, description, priority: 'high' });
      return description === null;
    },

    cancel: (id) => notify(async () => update(await client.cancelTranscription(id))),
    goOn: async ({ id, status, text_until }) => {
      const hasText = status === 'completed' || text_until !== null;
      const fresh = await notify(async () => {
        const made = await (hasText
          ? client.continueTranscription(id)
          : client.retryTranscription(id));
        addNew(made);
        return made.id;
      });
      // Where it has text, it is a version of the same recording, whose text stays whatever becomes of this one.
      if (fresh !== undefined && !hasText) await get().remove(id);
      return fresh ?? null;
    },
    again: async (id, wishes) => {
      const fresh = await notify(async () => {
        const made = await client.transcribeAgain(id, wishes);
        addNew(made);
        return made.id;
      });
      return fresh ?? null;
    },
    remove: (id) =>
      notify(async () => {
        await client.deleteTranscription(id);
        get().apply({ type: 'transcription_deleted', id });
      }),
    setActive: (id) => set({ activeId: id }),
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
