/** Registers Steno with the system, and handles what users open with it. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { App } from 'electron';
import { onStopSignal } from '../processes/stop-signals.ts';
import type { Opener } from './opener.ts';

/** `appId` of electron-builder.yml: Windows shows notifications only for programs whose shortcut has it. */
const APP_ID = 'app.steno.desktop';

type System = { app: App; platform: NodeJS.Platform; opener: Opener };

/** Must be called before the app is ready, or the file or link it was started with is missed. */
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
  // In a checkout the program is Electron itself, which must be told what to run.
  else app.setAsDefaultProtocolClient('steno', process.execPath, [resolve(app.getAppPath())]);
}

/**
 * Delays quitting until the core has put its work away, even after a signal: on a second signal, such as Ctrl-C through
 * "npm start", Electron would exit at once. Called when the app is ready.
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

/** Whether this is the only running Steno; a second start only passes on its command line and working directory. */
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
  program: string;
  /** The user's configuration folder, with the autostart folder on Linux. */
  configDir: string;
};

/** Starts Steno at login, without opening its window, or no longer does. */
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

/** Whether macOS has started Steno at login; on other systems the command line contains `--hidden`. */
export function wasOpenedByMac(
  app: Pick<App, 'getLoginItemSettings'>,
  platform: NodeJS.Platform,
): boolean {
  return platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/**
 * https://specifications.freedesktop.org/desktop-entry-spec/latest/ ; in its Exec key a program is quoted, `%` begins a
 * field, and all of it is escaped once more, as every value is.
 */
function desktopEntry(program: string): string {
  const quoted = program.replace(/[\\"`$]/g, '\\$&').replaceAll('%', '%%');
  const escaped = quoted.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Steno', `Exec="${escaped}" --hidden`];
  return `${lines.join('\n')}\n`;
}
