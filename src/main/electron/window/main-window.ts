import { once } from 'node:events';
import type { BrowserWindow } from 'electron';
import { CHANNELS, type OpenMessage, type SavedFile } from '../../../preload/bridge.ts';
import type { Clock } from '../../clock.ts';

const CLOSE_LIMIT_MS = 3000;
/** A page that dies again within this time would do so for ever. */
const RELOAD_AGAIN_MS = 60_000;

export type MainWindow = ReturnType<typeof createMainWindow>;

/** The one window, which is opened when something is to be shown and may be closed while Steno works on. */
export function createMainWindow(open: () => BrowserWindow, clock: Clock) {
  let window: BrowserWindow | null = null;
  let listening = false;
  let waiting: OpenMessage | null = null;

  const tell = () => {
    if (!window || !listening || !waiting) return;
    window.webContents.send(CHANNELS.open, waiting);
    waiting = null;
  };

  let reloadedAt = Number.NEGATIVE_INFINITY;
  /** The page's own process died, for want of memory perhaps; the service works on, and the page shows it anew. */
  const bringBackPage = ({ webContents }: BrowserWindow) => {
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || clock.mono() - reloadedAt < RELOAD_AGAIN_MS) return;
      reloadedAt = clock.mono();
      listening = false;
      webContents.reload();
    });
  };

  return {
    /** Brings the window to the front, opening it if need be, and tells its page what to show. */
    show(message?: OpenMessage): void {
      waiting = message ?? waiting;
      if (window) bringToFront(window);
      else {
        window = open();
        bringBackPage(window);
        window.once('closed', () => {
          window = null;
          listening = false;
        });
      }
      tell();
    },

    /** The page has loaded and listens. */
    ready(): void {
      listening = true;
      tell();
    },

    /** Closes it, if it is open, and waits for that: its page still stores what was typed last. */
    async close(): Promise<void> {
      if (!window) return;
      const limit = new AbortController();
      const closed = once(window, 'closed');
      window.close();
      // One that hangs shall not keep the program from ending.
      await Promise.race([closed, clock.sleep(CLOSE_LIMIT_MS, limit.signal)]);
      limit.abort();
    },

    tellSaved: (file: SavedFile): void => window?.webContents.send(CHANNELS.fileSaved, file),
    isFocused: (): boolean => window?.isFocused() ?? false,

    /** On the window's icon: 0 to 1, or `null` for none. */
    showProgress: (progress: number | null): void => window?.setProgressBar(progress ?? -1),
  };
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
