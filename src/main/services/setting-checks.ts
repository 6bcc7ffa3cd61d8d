import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, parse, relative, sep } from 'node:path';
import type { SettingsPatch } from '../../shared/settings.ts';
import { AppError } from '../errors.ts';

/** What the system shows of itself as if it were files. */
const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev', '/run'];
/** Where the system lets people reach their memory cards and USB sticks. */
const REMOVABLE = '/run/media';

/** Refuses settings that mean nothing on this machine, or would do harm. @throws invalid_request */
export async function checkSettings(
  { model, language_models = {}, watch_folder }: SettingsPatch,
  {
    dataDir,
    checkModel,
  }: { dataDir: string; checkModel: (name: string, param: string) => Promise<void> },
): Promise<void> {
  if (model) await checkModel(model, 'model');
  for (const name of Object.values(language_models)) await checkModel(name, 'language_models');
  if (!watch_folder) return;
  const message = await problemOf(watch_folder, dataDir);
  if (message !== null) throw new AppError('invalid_request', { param: 'watch_folder', message });
}

/** Why a folder cannot be watched, since all recordings in and below it are transcribed; null when it can. */
async function problemOf(path: string, dataDir: string): Promise<string | null> {
  const there = isAbsolute(path) && (await stat(path).catch(() => null))?.isDirectory();
  if (!there) return 'There is no such folder. Give its whole path, such as /home/ann/Recordings.';
  const folder = await realPath(path);
  const data = await realPath(dataDir);
  const home = await realPath(homedir());
  const example = join(home, 'Recordings');
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

/** Through symbolic links; a path that leads nowhere stays as it is. */
function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function isOfTheSystem(folder: string): boolean {
  const isRemovable = folder !== REMOVABLE && isWithin(folder, REMOVABLE);
  return !isRemovable && SYSTEM_FOLDERS.some((system) => isWithin(folder, system));
}

/** Whether a folder is the other or lies below it. */
function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
