import { create, type StoreApi } from 'zustand';

/** A store of plain state, which components follow by `useX(…)`; what can be done with it is called as `useX.does(…)`. */
export function createStore<State extends object, Actions extends object>(
  initial: State,
  actions: (set: StoreApi<State>['setState'], get: () => State) => Actions,
) {
  const store = create<State>()(() => initial);
  return Object.assign(store, actions(store.setState, store.getState));
}
