/** What folders people name may be watched, and which may be written into. */
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';
import type { AutomaticExport } from '../../shared/exports/automatic-export.ts';
import { AppError, succeeds } from '../core/errors.ts';
import { isWithin, realPath } from '../core/user-folders.ts';
import type { Core } from '../core.ts';

type Ports = Pick<Core, 'config' | 'lookAtFolder'>;

/** What is the operating system's own: its pseudo file systems, programs and settings. */
const SYSTEM_FOLDERS = [
  ...['/proc', '/sys', '/dev', '/run', '/boot', '/etc', '/private/etc', '/System'],
  ...['/bin', '/sbin', '/lib', '/lib64', '/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib64'],
  // On Windows, which may be on any disk.
  ...['SystemRoot', 'ProgramFiles', 'ProgramFiles(x86)'].flatMap((name) => process.env[name] ?? []),
];
/** Where the system mounts memory cards and USB sticks. */
const REMOVABLE = '/run/media';

/** @throws invalid_request for a folder that nothing can be exported into */
export async function checkAutomaticExport(
  { folder }: Pick<AutomaticExport, 'folder'>,
  ports: Ports,
): Promise<void> {
  if (folder !== null) refuse('auto_export', await problemOfTarget(folder, ports));
}

/** @throws invalid_request for a folder that cannot be watched */
export async function checkWatchFolder(folder: string, ports: Ports): Promise<void> {
  refuse('watch_folder', await problemOf(folder, ports));
}

function refuse(param: string, message: string | null): void {
  if (message !== null) throw new AppError('invalid_request', { param, message });
}

/** Why nothing can be exported into a folder; null if it can. */
async function problemOfTarget(
  path: string,
  { config, lookAtFolder }: Ports,
): Promise<string | null> {
  const example = join(homedir(), 'Texts');
  if (!isAbsolute(path) || (await lookAtFolder(path)) === null) {
    return `There is no such folder. Give its whole path, such as ${example}.`;
  }
  const folder = await realPath(path);
  if (isOfTheSystem(folder)) {
    return `This folder belongs to the system. Choose a folder of your own, such as ${example}.`;
  }
  if (isWithin(folder, await realPath(config.dataDir))) {
    return 'Steno keeps its own files in this folder. Choose another.';
  }
  const isWritable = await succeeds(access(folder, constants.W_OK));
  return isWritable ? null : 'Steno may not write into this folder. Choose another.';
}

/** Why a folder cannot be watched, since all recordings in and below it are transcribed; null if it can. */
async function problemOf(path: string, { config, lookAtFolder }: Ports): Promise<string | null> {
  const home = await realPath(homedir());
  const example = join(home, 'Recordings');
  const there = isAbsolute(path) && (await lookAtFolder(path)) !== null;
  if (!there) return `There is no such folder. Give its whole path, such as ${example}.`;
  const folder = await realPath(path);
  const data = await realPath(config.dataDir);
  if (folder === parse(folder).root) {
    return `This is a whole disk. Choose the folder with your recordings, such as ${example}.`;
  }
  if (isOfTheSystem(folder)) {
    return `This folder belongs to the system. Choose a folder of your own, such as ${example}.`;
  }
  if (isWithin(home, folder)) {
    return `All that you have lies in this folder. Choose one inside your home folder, such as ${example}.`;
  }
  if (isWithin(folder, data)) {
    return 'Steno keeps its own files in this folder. Choose another.';
  }
  if (isWithin(data, folder)) {
    return `Steno's own files lie inside this folder, in ${data}. Choose another.`;
  }
  return null;
}

function isOfTheSystem(folder: string): boolean {
  const isRemovable = folder !== REMOVABLE && isWithin(folder, REMOVABLE);
  return !isRemovable && SYSTEM_FOLDERS.some((system) => isWithin(folder, system));
}
