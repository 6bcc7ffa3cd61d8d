import { BrowserWindow } from 'electron';

/** The small window that shows the text of what is being recorded: above all others, on every desktop. */
export function createCaptionsWindow(url: string): { show: () => void } {
  let window: BrowserWindow | null = null;
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
      window = null;
    });
    void fresh.loadURL(url);
    return fresh;
  };
  return {
    show(): void {
      window ??= open();
      window.show();
    },
  };
}
