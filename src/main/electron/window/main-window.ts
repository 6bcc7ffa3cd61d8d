import { once } from 'node:events';
import type { BrowserWindow } from 'electron';
import { CHANNELS, type OpenMessage, type SavedFile } from '../../../preload/bridge.ts';
import type { Clock } from '../../core/clock.ts';

const CLOSE_LIMIT_MS = 3000;
/** A page that crashes again within this time would do so forever. */
const RELOAD_AGAIN_MS = 60_000;

export type MainWindow = ReturnType<typeof createMainWindow>;

/** The single window, which is opened when needed and may be closed while Steno keeps working. */
export function createMainWindow(
  open: () => BrowserWindow,
  { clock, isRecording }: { clock: Clock; isRecording: () => boolean },
) {
  let window: BrowserWindow | null = null;
  let listening = false;
  let waiting: OpenMessage | null = null;
  let closing = false;

  const tell = () => {
    if (!window || !listening || !waiting) return;
    window.webContents.send(CHANNELS.open, waiting);
    waiting = null;
  };

  let reloadedAt = Number.NEGATIVE_INFINITY;
  /**
   * The page's renderer process crashed, perhaps for lack of memory; the service still runs, so the page is reloaded.
   */
  const bringBackPage = ({ webContents }: BrowserWindow) => {
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || clock.mono() - reloadedAt < RELOAD_AGAIN_MS) return;
      reloadedAt = clock.mono();
      listening = false;
      webContents.reload();
    });
  };

  /** Closed by the person while its page records, it goes on out of sight. */
  const hideWhileRecording = (opened: BrowserWindow) => {
    opened.on('close', (event) => {
      if (closing || !isRecording()) return;
      event.preventDefault();
      opened.hide();
    });
  };

  return {
    /** Brings the window to the front, opening it if necessary, and tells its page what to show. */
    show(message?: OpenMessage): void {
      waiting = message ?? waiting;
      if (window) bringToFront(window);
      else {
        window = open();
        bringBackPage(window);
        hideWhileRecording(window);
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

    /** Closes it if it is open, and waits: its page still saves the latest input. */
    async close(): Promise<void> {
      if (!window) return;
      closing = true;
      const limit = new AbortController();
      const closed = once(window, 'closed');
      window.close();
      // A page that hangs must not keep the program from quitting.
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
