/** The desktop app: the core that `steno serve` runs, and a window onto it. */
import { app, type BrowserWindow, dialog, ipcMain, session, shell } from 'electron';
import { CHANNELS } from '../preload/bridge.ts';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { loadConfig } from './config.ts';
import { setUpIpc } from './electron/ipc.ts';
import { setUpMenu } from './electron/menu.ts';
import { guardNavigation, guardPermissions } from './electron/navigation.ts';
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

  const { isPackaged } = app;
  const { resourcesPath } = process;
  const core = createApp(
    loadConfig({}, coreEnvironment(process.env, { isPackaged, resourcesPath })),
  );
  stopBeforeQuit(app, core.stop);
  const { signInUrl } = await core.start();
  const { origin } = new URL(signInUrl);

  const savedFiles = createSavedFiles();
  const { showItemInFolder, openExternal } = shell;
  guardPermissions(session.defaultSession, origin);
  setUpIpc({
    handle: ipcMain.handle.bind(ipcMain),
    origin,
    savedFiles,
    showInFolder: showItemInFolder,
  });
  watchDownloads(session.defaultSession, (path) =>
    window?.webContents.send(CHANNELS.fileSaved, savedFiles.remember(path)),
  );
  app.on('web-contents-created', (_event, contents) =>
    guardNavigation(contents, { origin, openExternal, clock: systemClock }),
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

main().catch((thrown: unknown) => {
  dialog.showErrorBox('Steno could not start', toAppError(thrown).message);
  app.exit(1);
});
