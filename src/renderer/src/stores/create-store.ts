import { create, type StoreApi } from 'zustand';
import type { ServerEvent } from '../../../shared/server-event.ts';
import { notify } from './toasts.ts';

/** A store of plain state, which components follow by `useX(…)`; what can be done with it is called as `useX.does(…)`. */
export function createStore<State extends object, Actions extends object>(
  initial: State,
  actions: (set: StoreApi<State>['setState'], get: () => State) => Actions,
) {
  const store = create<State>()(() => initial);
  return Object.assign(store, actions(store.setState, store.getState));
}

/** `null` until first requested. */
type Loaded<Value> = { value: Value | null };

/** A store of what the service knows. `read` finds it in an event; `'again'` has what was loaded loaded once more. */
export function createLoadedStore<Value extends object>(
  request: () => Promise<Value>,
  read: (event: ServerEvent, before: Value | null) => Value | 'again' | null = () => null,
) {
  const initial: Loaded<Value> = { value: null };
  return createStore(initial, (set, get) => {
    let told = 0;
    const ask = async (): Promise<void> => {
      const before = told;
      const value = await request();
      // An event that arrived meanwhile may be newer than the response.
      if (told !== before) return ask();
      set({ value });
    };
    /** Loads again what was loaded before. */
    const reload = async () => {
      if (get().value) await ask();
    };
    return {
      load: () => notify(ask),
      reload,
      onEvent: (event: ServerEvent): void => {
        const value = read(event, get().value);
        if (value === 'again') return void reload();
        if (value === null) return;
        told += 1;
        set({ value });
      },
      /** What a person does to it; afterwards it is loaded again. Resolves to whether that was possible. */
      change: async (action: () => Promise<unknown>): Promise<boolean> => {
        const isDone = await notify(async () => {
          await action();
          await ask();
          return true;
        });
        return isDone ?? false;
      },
    };
  });
}

type Page<Item> = { data: readonly Item[]; next_cursor: string | null };
type List<Item> = { items: readonly Item[]; nextCursor: string | null };

/** The same of a list that comes in pages. */
export function createListStore<Item>(
  fetchPage: (from: { cursor?: string }) => Promise<Page<Item>>,
  read?: (event: ServerEvent, before: List<Item> | null) => List<Item> | null,
) {
  const request = async (from: { cursor?: string } = {}): Promise<List<Item>> => {
    const { data, next_cursor } = await fetchPage(from);
    return { items: data, nextCursor: next_cursor };
  };
  const store = createLoadedStore(() => request(), read);
  return Object.assign(store, {
    loadMore: () =>
      notify(async () => {
        const cursor = store.getState().value?.nextCursor;
        if (!cursor) return;
        const more = await request({ cursor });
        store.setState(({ value }) =>
          value?.nextCursor === cursor
            ? { value: { ...more, items: [...value.items, ...more.items] } }
            : { value },
        );
      }),
  });
}
