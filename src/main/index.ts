/** The desktop app: the core that `steno serve` runs, and a window onto it. */
import { app, type BrowserWindow, dialog, ipcMain, session, shell } from 'electron';
import { CHANNELS } from '../preload/bridge.ts';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { loadConfig } from './config.ts';
import { setUpIpc } from './electron/ipc.ts';
import { setUpMenu } from './electron/menu.ts';
import { guardNavigation, guardPermissions } from './electron/navigation.ts';
import { createNavigationPolicy } from './electron/navigation-policy.ts';
import { coreEnvironment, preloadFile } from './electron/paths.ts';
import { stopBeforeQuit } from './electron/quit.ts';
import { createSavedFiles, watchDownloads } from './electron/saved-files.ts';
import { takeSingleInstance } from './electron/single-instance.ts';
import { focusWindow, openWindow } from './electron/window.ts';
import { toAppError } from './errors.ts';

async function main(): Promise<void> {
  let window: BrowserWindow | null = null;
  const focus = () => window && focusWindow(window);
  if (!takeSingleInstance(app, focus)) return app.quit();
  await app.whenReady();
  setUpMenu(process.platform, app.isPackaged);

  const core = createApp(loadConfig({}, coreEnvironment(process.env, packaging())));
  stopBeforeQuit(app, core.stop);
  const { url } = await core.start();

  const { origin } = new URL(url);
  const savedFiles = createSavedFiles();
  const policy = createNavigationPolicy({ origin, clock: systemClock });
  guardPermissions(session.defaultSession, policy);
  app.on('web-contents-created', (_event, contents) =>
    guardNavigation(contents, policy, shell.openExternal),
  );
  setUpIpc({
    handle: ipcMain.handle.bind(ipcMain),
    origin,
    savedFiles,
    showInFolder: shell.showItemInFolder,
  });
  watchDownloads(session.defaultSession, (path) =>
    window?.webContents.send(CHANNELS.fileSaved, savedFiles.remember(path)),
  );

  const open = () => {
    window = openWindow({
      signInUrl: core.createSignInUrl(),
      preload: preloadFile(import.meta.dirname),
    });
    window.once('closed', () => {
      window = null;
    });
  };
  open();
  app.on('activate', () => (window ? focus() : open()));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

function packaging(): { isPackaged: boolean; resourcesPath: string } {
  return { isPackaged: app.isPackaged, resourcesPath: process.resourcesPath };
}

main().catch((thrown: unknown) => {
  dialog.showErrorBox('Steno could not start', toAppError(thrown).message);
  app.exit(1);
});
