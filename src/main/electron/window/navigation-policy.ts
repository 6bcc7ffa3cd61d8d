/** Where the window may go: only to the service it belongs to. What is clicked elsewhere is the system browser's. */
import type { Clock } from '../../clock.ts';

/** How long after a click or a key a page may open a link. */
const CLICK_MS = 1000;
const CLICKS = new Set(['mouseUp', 'keyDown', 'rawKeyDown']);

export type NavigationPolicy = ReturnType<typeof createNavigationPolicy>;

/** `origin` is that of the window's own page. */
export function createNavigationPolicy({ origin, clock }: { origin: string; clock: Clock }) {
  let lastClick = Number.NEGATIVE_INFINITY;
  const isOwnPage = (url: string) => URL.canParse(url) && new URL(url).origin === origin;
  return {
    isOwnPage,
    /** Told of every input event, by its type. */
    noteInput(type: string): void {
      if (CLICKS.has(type)) lastClick = clock.mono();
    },
    /** Whether the system may open this address: a web page that the person has just clicked. */
    mayOpenOutside: (url: string): boolean =>
      isWebPage(url) && clock.mono() - lastClick <= CLICK_MS,
    /** The page is granted nothing but writing to the clipboard, for its copy buttons. */
    mayUse: (permission: string, requestingUrl: string): boolean =>
      permission === 'clipboard-sanitized-write' && isOwnPage(requestingUrl),
  };
}

function isWebPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
