/**
 * Until it is aborted: asks before the page is left by mistake, and keeps the last second of a page that is left. The
 * desktop app hides its window instead of closing it.
 */
export function guardPage(keepLast: () => void): AbortController {
  const guard = new AbortController();
  const { signal } = guard;
  window.addEventListener('pagehide', keepLast, { signal });
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  if (!window.steno) window.addEventListener('beforeunload', ask, { signal });
  return guard;
}
