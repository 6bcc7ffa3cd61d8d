import { BrowserWindow, nativeTheme, screen } from 'electron';
import { loadWindowState, saveWindowState } from './window-state.ts';

type WindowOptions = {
  signInUrl: string;
  preload: string;
  /** Shown by Linux in its bars; the other systems take the program's own. */
  iconFile: string;
  /** Where its place and size are kept. */
  stateFile: string;
};

/** The one window: the service's own page, in a sandbox, where it was last time. */
export function openWindow({
  signInUrl,
  preload,
  iconFile,
  stateFile,
}: WindowOptions): BrowserWindow {
  const { place, width, height, maximized } = loadWindowState(
    stateFile,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const window = new BrowserWindow({
    ...place,
    width,
    height,
    minWidth: 640,
    minHeight: 480,
    title: 'Steno',
    ...(process.platform === 'linux' && { icon: iconFile }),
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
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds();
    const state = { place: { x, y }, width, height, maximized: window.isMaximized() };
    try {
      saveWindowState(stateFile, state);
    } catch {
      // Not being able to remember the place is nothing to bother a person with.
    }
  });
  void window.loadURL(signInUrl);
  return window;
}
