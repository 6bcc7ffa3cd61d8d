import { BrowserWindow, nativeTheme } from 'electron';

type WindowOptions = { signInUrl: string; preload: string };

/** The one window: the service's own page, in a sandbox. */
export function openWindow({ signInUrl, preload }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    width: 1120,
    height: 800,
    minWidth: 640,
    minHeight: 480,
    title: 'Steno',
    show: false,
    // The page's own background, so that opening does not flash.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#161514' : '#faf9f7',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL(signInUrl);
  return window;
}

/** Brings a window to the front, wherever it is. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
