/** Files and folders of users, outside the data folder: nothing there is overwritten or left half-written. */
import { link, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { isNodeError } from './errors.ts';

/** Resolves symbolic links; a path that does not exist is returned unchanged. */
export function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Whether a folder is the same as another or below it. */
export function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/** Writes a file under a temporary name, so that it lies on the disk. What is there under it goes; a link is not followed. */
export async function writePart(part: string, pieces: readonly Uint8Array[]): Promise<void> {
  await rm(part, { force: true });
  await using file = await open(part, 'wx');
  try {
    for (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Gives a whole file its name, whatever the file system. @throws EEXIST when something has that name */
export async function placeNew(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if (isNodeError(error) && error.code === 'EEXIST') throw error;
    return replaceOwn(part, path);
  }
  await rm(part, { force: true });
  await syncFolder(dirname(path));
}

/** Where there are no hard links, such as on a USB stick, an empty file keeps the name until the whole one takes it. */
async function replaceOwn(part: string, path: string): Promise<void> {
  await (await open(path, 'wx')).close();
  try {
    await rename(part, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** So that the name outlives a power failure; not every system can. */
async function syncFolder(folder: string): Promise<void> {
  await using opened = await open(folder, 'r').catch(() => null);
  await opened?.sync().catch(() => {});
}
