/** Where the window may go: only to the service it belongs to. Everything else is the system browser's. */
import type { Session, WebContents } from 'electron';
import type { Clock } from '../clock.ts';

/** How long after a click or a key a page may open a link. */
const CLICK_MS = 1000;

export function isOwnPage(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}

export function isWebLink(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

type NavigationGuard = {
  origin: string;
  openExternal: (url: string) => Promise<void>;
  clock: Clock;
};

/** Keeps the page on its origin, opens no second window, and hands clicked links to the system. */
export function guardNavigation(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  { origin, openExternal, clock }: NavigationGuard,
): void {
  let lastInput = Number.NEGATIVE_INFINITY;
  contents.on('input-event', (_event, { type }) => {
    if (type === 'mouseUp' || type === 'keyDown' || type === 'rawKeyDown') lastInput = clock.mono();
  });
  const openClicked = (url: string) => {
    if (isWebLink(url) && clock.mono() - lastInput <= CLICK_MS) void openExternal(url);
  };

  contents.setWindowOpenHandler(({ url }) => {
    openClicked(url);
    return { action: 'deny' };
  });
  contents.on('will-frame-navigate', (event) => {
    if (isOwnPage(event.url, origin)) return;
    event.preventDefault();
    openClicked(event.url);
  });
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url, origin)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Grants the page nothing but writing to the clipboard, for its copy buttons. */
export function isGranted(permission: string, requestingUrl: string, origin: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnPage(requestingUrl, origin);
}

export function guardPermissions(session: Session, origin: string): void {
  session.setPermissionCheckHandler((_contents, permission, requesting) =>
    isGranted(permission, requesting, origin),
  );
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isGranted(permission, requestingUrl, origin)),
  );
}
