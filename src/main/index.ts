/** The desktop app: the core that `steno serve` runs, and a window for it. */
import { join } from 'node:path';
import { app, dialog, ipcMain, session, shell, systemPreferences } from 'electron';
import { createClient } from '../shared/client.ts';
import { RECORDING_EXTENSIONS } from '../shared/sources/media-extensions.ts';
import { createApp } from './app.ts';
import { systemClock } from './core/clock.ts';
import { loadConfig, OPTION_VARIABLES } from './core/config.ts';
import { SYNC_FAILED, SYNC_FAILED_SENTENCE } from './core/durable-files.ts';
import { createLogger } from './core/logger.ts';
import { findService } from './core/service-file.ts';
import { toAppError } from './core/system-errors.ts';
import {
  introduceToSystem,
  stopBeforeQuit,
  takeSingleInstance,
  wasOpenedByMac,
} from './electron/app-lifecycle.ts';
import { createFileAdder } from './electron/file-adder.ts';
import { setUpIpc } from './electron/ipc.ts';
import { setUpMenu } from './electron/menu.ts';
import { openOrRecover } from './electron/open-or-recover.ts';
import { createOpener } from './electron/opener.ts';
import { coreEnvironment, iconFile, preloadFile } from './electron/paths.ts';
import { printPdf } from './electron/print-pdf.ts';
import { startUtilityTask } from './electron/processes/utility-child.ts';
import { createCaptionsWindow } from './electron/recorder/captions-window.ts';
import { enableComputerSound, giveComputerSound } from './electron/recorder/computer-sound.ts';
import { createRecordingsNow } from './electron/recorder/recording-now.ts';
import { createSavedFiles, watchDownloads } from './electron/saved-files.ts';
import { integrateWithSystem } from './electron/system-integration/system-integration.ts';
import { keepUpToDate } from './electron/updates.ts';
import { openWindow } from './electron/window/browser-window.ts';
import { createMainWindow, type MainWindow } from './electron/window/main-window.ts';
import {
  createNavigationPolicy,
  guardNavigation,
  guardPermissions,
} from './electron/window/navigation.ts';
import { freePort } from './http/free-port.ts';
import { keepFilesFlowing, keepHeapSmall } from './processes/process-limits.ts';

async function main(): Promise<void> {
  keepFilesFlowing();
  keepHeapSmall();
  const opener = createOpener();
  if (!takeSingleInstance(app, opener.openCommandLine)) return app.quit();
  introduceToSystem({ app, platform: process.platform, opener });
  enableComputerSound(app, process.platform);
  await app.whenReady();

  const { isPackaged } = app;
  const { resourcesPath } = process;
  // For the programs that are searched for later, too.
  Object.assign(process.env, coreEnvironment(process.env, { isPackaged, resourcesPath }));
  const config = loadConfig();
  if (!process.env[OPTION_VARIABLES.port]) config.port = await freePort(config.host, config.port);
  const logger = createLogger();
  const parts = { startTask: startUtilityTask, printPdf, logger };
  const core = createApp(config, parts);
  // Nobody reads the log of an app that ends.
  process.once('exit', (code) => {
    if (code === SYNC_FAILED) dialog.showErrorBox('Steno has ended', SYNC_FAILED_SENTENCE);
  });
  const recovery = { app, dialog, shell, now: systemClock.now };
  if (!(await openOrRecover(config.dataDir, core.open, recovery))) return app.quit();
  const icon = iconFile(config.resourcesDir);
  const recordings = createRecordingsNow();
  const isRecording = () => recordings.now() !== null;
  const window = createMainWindow(
    () =>
      openWindow({
        signInUrl: core.createSignInUrl(),
        preload: preloadFile(import.meta.dirname),
        iconFile: icon,
        stateFile: join(app.getPath('userData'), 'window.json'),
      }),
    { clock: systemClock, isRecording },
  );
  stopBeforeQuit(app, () => window.close().then(core.stop));
  const { url } = await core.start();
  guard(new URL(url).origin, { window, isRecording, dataDir: config.dataDir });
  const service = await findService(config.dataDir);
  const client = createClient({ baseUrl: url, ...(service && { key: service.token }) });
  // Those of other programs may have outlived a restart.
  for (const recording of (await client.listRecordings()).data) recordings.take(recording);
  integrateWithSystem({ window, iconFile: icon, recordings, subscribe: core.subscribe });

  const { addFiles, addFolder } = createFileAdder({
    client,
    show: (id) => window.show({ path: `/t/${id}` }),
    complain: (message) => dialog.showErrorBox('Not everything could be added', message),
  });
  setUpMenu(process.platform, isPackaged, {
    show: (path) => window.show({ path }),
    addFiles: () => void chooseFiles().then(addFiles),
    addFolder: () =>
      void chooseFolder().then((folder) => (folder === null ? undefined : addFolder(folder))),
  });
  opener.start({ window, addFile: (path) => void addFiles([path]) });
  if (!wasOpenedByMac(app, process.platform)) opener.openCommandLine(process.argv, process.cwd());
  app.on('activate', () => window.show());
  // Steno keeps running in the tray: work may be in progress, and scripts may use its service.
  app.on('window-all-closed', () => {});
  void keepUpToDate({ isPackaged, resourcesPath, logger });
}

/** Restricts every page to the service's own origin and to the IPC calls that `setUpIpc` defines. */
function guard(
  origin: string,
  {
    window,
    isRecording,
    dataDir,
  }: { window: MainWindow; isRecording: () => boolean; dataDir: string },
): void {
  const savedFiles = createSavedFiles();
  const policy = createNavigationPolicy({ origin, clock: systemClock, isRecording });
  guardPermissions(session.defaultSession, policy, askForMicrophone);
  giveComputerSound(session.defaultSession, {
    platform: process.platform,
    isOwnPage: policy.isOwnPage,
  });
  app.on('web-contents-created', (_event, contents) =>
    guardNavigation(contents, policy, shell.openExternal),
  );
  setUpIpc({
    handle: ipcMain.handle.bind(ipcMain),
    origin,
    savedFiles,
    recordingsDir: join(dataDir, 'recordings'),
    showInFolder: shell.showItemInFolder,
    chooseFolder,
    openCaptions: createCaptionsWindow(`${origin}/captions`).show,
    onReady: window.ready,
  });
  watchDownloads(session.defaultSession, (path) => window.tellSaved(savedFiles.remember(path)));
}

/** Only macOS asks the person; elsewhere the system has settings for it. */
async function askForMicrophone(): Promise<boolean> {
  return process.platform !== 'darwin' || systemPreferences.askForMediaAccess('microphone');
}

async function chooseFolder(): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog({
    properties: ['openDirectory', 'createDirectory'],
  });
  return filePaths[0] ?? null;
}

async function chooseFiles(): Promise<string[]> {
  const { filePaths } = await dialog.showOpenDialog({
    properties: ['openFile', 'multiSelections'],
    filters: [
      { name: 'Recordings', extensions: [...RECORDING_EXTENSIONS] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return filePaths;
}

main().catch((thrown: unknown) => {
  dialog.showErrorBox('Steno could not start', toAppError(thrown).message);
  app.exit(1);
});
