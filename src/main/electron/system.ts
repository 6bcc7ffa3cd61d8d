/** How the system knows Steno, and hands it what people open with it. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { App } from 'electron';
import { onStopSignal } from '../stop-signals.ts';
import type { Opener } from './opener.ts';

/** `appId` of electron-builder.yml: Windows shows notifications only of programs whose shortcut has it. */
const APP_ID = 'app.steno.desktop';

type System = { app: App; platform: NodeJS.Platform; opener: Opener };

/** To be called before the app is ready, or what it was started for is missed. */
export function introduceToSystem({ app, platform, opener }: System): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    opener.openArgument(url);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    opener.openArgument(path);
  });
  if (app.isPackaged) app.setAsDefaultProtocolClient('steno');
  // From a checkout the program is Electron itself, which must be told what to run.
  else app.setAsDefaultProtocolClient('steno', process.execPath, [resolve(app.getAppPath())]);
}

/**
 * Holds back the end of the program until the core has put its work away, also when a signal asks for it: Electron
 * itself would let a second one, such as Ctrl-C by way of "npm start", end it at once. Called when the app is ready.
 */
export function stopBeforeQuit(app: App, stop: () => Promise<void>): void {
  onStopSignal(() => app.quit());
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  app.on('before-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'stopping') return;
    state = 'stopping';
    void stop().finally(() => {
      state = 'stopped';
      app.quit();
    });
  });
}

/** Whether this is the only running Steno; a later start only hands over its command line and where it was typed. */
export function takeSingleInstance(
  app: App,
  onSecondStart: (argv: readonly string[], directory: string) => void,
): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, argv, directory) => onSecondStart(argv, directory));
  return true;
}

type LoginItem = {
  app: Pick<App, 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  /** The program to start. */
  program: string;
  /** The person's configuration folder, where Linux looks for programs to start. */
  configDir: string;
};

/** Starts Steno when the person signs in to the system, or no longer; without opening its window. */
export async function setOpenAtLogin(
  { app, platform, program, configDir }: LoginItem,
  open: boolean,
): Promise<void> {
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: open, args: ['--hidden'] });
    return;
  }
  const folder = join(configDir, 'autostart');
  const file = join(folder, 'steno.desktop');
  if (!open) return rm(file, { force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(file, desktopEntry(program));
}

/** Whether the system has just started Steno at login, on macOS: elsewhere the command line says `--hidden`. */
export function wasOpenedByMac(
  app: Pick<App, 'getLoginItemSettings'>,
  platform: NodeJS.Platform,
): boolean {
  return platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** https://specifications.freedesktop.org/autostart-spec/latest/ ; the quoting is that of its Exec key. */
function desktopEntry(program: string): string {
  const quoted = program.replace(/[\\"`$]/g, (character) => `\\${character}`);
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Steno', `Exec="${quoted}" --hidden`];
  return `${lines.join('\n')}\n`;
}
