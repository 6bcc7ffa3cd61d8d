import { BrowserWindow, nativeTheme, screen } from 'electron';
import { loadWindowState, saveWindowState } from './window-state.ts';

type WindowOptions = {
  signInUrl: Promise<string>;
  preload: string;
  /** Linux shows it in task bars; other systems use the program's own icon. */
  iconFile: string;
  /** The file for its position and size. */
  stateFile: string;
};

/** The single window: the service's own page, sandboxed, at its last position. */
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
    // The page's background color, so that opening does not flash.
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
      // Failing to store the position is not worth an error.
    }
  });
  void signInUrl.then((url) => window.loadURL(url));
  return window;
}
