/** The addresses of the window, kept in the browser's history. */
import { useSyncExternalStore } from 'react';
import { listen } from './event-listeners.ts';
import { type Route, toRoute } from './route.ts';

export function useRoute(): Route {
  return toRoute(useSyncExternalStore(onPathChange, address));
}

const address = () => location.pathname + location.search;
const onPathChange = (popstate: () => void) => listen(window, { popstate });

/** Goes to a path of the window without loading the page again. */
export function navigate(path: string): void {
  if (path === address()) return;
  history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
