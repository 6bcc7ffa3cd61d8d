import type { Session, WebContents } from 'electron';
import type { Clock } from '../../core/clock.ts';

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

/**
 * Restricts the session's pages to the permissions the policy allows, whether they request or merely check them.
 * `askSystem` has the system ask whether Steno may use the microphone.
 */
export function guardPermissions(
  session: Session,
  policy: NavigationPolicy,
  askSystem: () => Promise<boolean>,
): void {
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin, { requestingUrl, mediaType, isMainFrame }) =>
      policy.mayUse(permission, requestingUrl ?? requestingOrigin, {
        isMainFrame,
        camera: mediaType === 'video',
      }),
  );
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const types = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const { requestingUrl, isMainFrame } = details;
    const asks = { isMainFrame, camera: types.includes('video') };
    if (!policy.mayUse(permission, requestingUrl, asks)) return answer(false);
    if (permission !== 'media') return answer(true);
    void askSystem().then(answer, () => answer(false));
  });
}

/** How long after a click or key press a page may open a link. */
const CLICK_MS = 1000;
const CLICKS = new Set(['mouseUp', 'keyDown', 'rawKeyDown']);

export type NavigationPolicy = ReturnType<typeof createNavigationPolicy>;

type PolicyParts = {
  /** That of the window's own page. */
  origin: string;
  clock: Clock;
  /** Whether something is being recorded: then another microphone may take the place of one that is pulled out. */
  isRecording: () => boolean;
};

/** What a page asks for beside the permission's name: of `media`, the camera or the microphone. */
type Asked = { isMainFrame: boolean; camera: boolean };

/** Where a person begins a recording. */
const RECORDER = '/record';

export function createNavigationPolicy({ origin, clock, isRecording }: PolicyParts) {
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
    /**
     * The page may write to the clipboard, for its copy buttons, and as the recorder use the microphone and hear what
     * the computer plays: nothing else, and never the camera.
     */
    mayUse(permission: string, requestingUrl: string, { isMainFrame, camera }: Asked): boolean {
      if (!isOwnPage(requestingUrl)) return false;
      if (permission === 'clipboard-sanitized-write') return true;
      const isRecorder = new URL(requestingUrl).pathname === RECORDER || isRecording();
      if (!isRecorder || !isMainFrame) return false;
      return permission === 'display-capture' || (permission === 'media' && !camera);
    },
  };
}

function isWebPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
