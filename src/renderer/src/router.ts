/** The addresses of the window, kept in the browser's history. */
import { useSyncExternalStore } from 'react';

export type Route =
  | { page: 'library' }
  | { page: 'transcript'; id: string }
  | { page: 'developers' }
  /** The name of a section; empty for the first. */
  | { page: 'settings'; section: string }
  | { page: 'missing' };

/** What a path such as `/t/trs_…` shows. */
export function toRoute(path: string): Route {
  if (path === '/') return { page: 'library' };
  if (path === '/developers') return { page: 'developers' };
  const section = /^\/settings(?:\/([a-z-]+))?$/.exec(path);
  if (section) return { page: 'settings', section: section[1] ?? '' };
  const id = /^\/t\/([\w-]+)$/.exec(path)?.[1];
  return id ? { page: 'transcript', id } : { page: 'missing' };
}

export function useRoute(): Route {
  return toRoute(useSyncExternalStore(onPathChange, () => location.pathname));
}

/** Goes to a path of the window without loading the page again. */
export function navigate(path: string): void {
  if (path === location.pathname) return;
  history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

function onPathChange(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}
