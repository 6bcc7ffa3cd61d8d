import type { Session, WebContents } from 'electron';
import type { Clock } from '../../clock.ts';

/** Keeps a page on its origin, opens no second window, and passes clicked links to the system. */
export function guardNavigation(
  contents: WebContents,
  policy: NavigationPolicy,
  openExternal: (url: string) => Promise<void>,
): void {
  const openClicked = (url: string) => {
    if (policy.mayOpenOutside(url)) void openExternal(url);
  };
  contents.on('input-event', (_event, { type }) => policy.noteInput(type));
  contents.setWindowOpenHandler(({ url }) => {
    openClicked(url);
    return { action: 'deny' };
  });
  contents.on('will-frame-navigate', (event) => {
    if (policy.isOwnPage(event.url)) return;
    event.preventDefault();
    openClicked(event.url);
  });
  contents.on('will-redirect', (event) => {
    if (!policy.isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Restricts the session's pages to the permissions the policy allows, whether they request or merely check them. */
export function guardPermissions(session: Session, policy: NavigationPolicy): void {
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    policy.mayUse(permission, requestingOrigin),
  );
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(policy.mayUse(permission, requestingUrl)),
  );
}

/** How long after a click or key press a page may open a link. */
const CLICK_MS = 1000;
const CLICKS = new Set(['mouseUp', 'keyDown', 'rawKeyDown']);

export type NavigationPolicy = ReturnType<typeof createNavigationPolicy>;

/** `origin` is that of the window's own page. */
export function createNavigationPolicy({ origin, clock }: { origin: string; clock: Clock }) {
  let lastClick = Number.NEGATIVE_INFINITY;
  const isOwnPage = (url: string) => URL.canParse(url) && new URL(url).origin === origin;
  return {
    isOwnPage,
    /** Called with the type of every input event. */
    noteInput(type: string): void {
      if (CLICKS.has(type)) lastClick = clock.mono();
    },
    /** Whether the system may open this URL: a web page the user has just clicked. */
    mayOpenOutside: (url: string): boolean =>
      isWebPage(url) && clock.mono() - lastClick <= CLICK_MS,
    /** The page may only write to the clipboard, for its copy buttons. */
    mayUse: (permission: string, requestingUrl: string): boolean =>
      permission === 'clipboard-sanitized-write' && isOwnPage(requestingUrl),
  };
}

function isWebPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
