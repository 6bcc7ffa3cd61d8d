import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from 'electron';

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
