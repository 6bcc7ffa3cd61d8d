import { BrowserWindow } from 'electron';

/** The small window that shows the text of a recording that is being made: above all others, on every desktop. */
export function createCaptionsWindow(url: string): { show: (recordingId: string) => void } {
  let window: BrowserWindow | null = null;
  let shown: string | null = null;
  const open = (): BrowserWindow => {
    const fresh = new BrowserWindow({
      width: 900,
      height: 240,
      minWidth: 320,
      minHeight: 120,
      title: 'Captions',
      alwaysOnTop: true,
      minimizable: false,
      fullscreenable: false,
      autoHideMenuBar: true,
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
    });
    // Also above programs that fill the screen, such as a call.
    fresh.setAlwaysOnTop(true, 'screen-saver');
    fresh.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    fresh.once('closed', () => {
      [window, shown] = [null, null];
    });
    return fresh;
  };
  return {
    show(recordingId): void {
      window ??= open();
      if (recordingId !== shown) void window.loadURL(`${url}?of=${recordingId}`);
      shown = recordingId;
      window.show();
    },
  };
}
