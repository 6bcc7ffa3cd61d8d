/**
 * Opens files that must be plain: a link that somebody laid in a data folder or a backup is not followed, and a pipe
 * keeps nobody waiting.
 */
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { AppError, isNodeError, nullIfMissing } from './errors.ts';

/** Windows knows neither of them. */
const NO_LINKS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The facts of a plain file; null if there is none at this path, or something else. */
export async function statPlain(path: string) {
  const file = await lstat(path).catch(nullIfMissing);
  return file?.isFile() ? file : null;
}

/** Whether something else than a plain file has this name. */
export function isNotPlain(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === false;
}

/** Opens a plain file to read it. @throws recording_removed if it is missing or something else */
export async function openPlain(path: string): Promise<FileHandle> {
  const handle = await open(path, NO_LINKS).catch((error: unknown) => {
    throw isNoFile(error) ? new AppError('recording_removed', { cause: error }) : error;
  });
  try {
    if ((await handle.stat()).isFile()) return handle;
    throw new AppError('recording_removed');
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens the very file that was looked at before. Null if there is another one in its place. */
export function openSame(path: string, looked: BigIntStats): number | null {
  let file: number;
  try {
    file = openSync(path, NO_LINKS);
  } catch (error) {
    if (isNoFile(error)) return null;
    throw error;
  }
  if (isSame(fstatSync(file, { bigint: true }), looked)) return file;
  closeSync(file);
  return null;
}

/** Whether it is the same file, unchanged. */
function isSame(file: BigIntStats, looked: BigIntStats): boolean {
  return (
    file.isFile() &&
    file.dev === looked.dev &&
    file.ino === looked.ino &&
    file.size === looked.size &&
    file.mtimeNs === looked.mtimeNs
  );
}

/** ELOOP is what O_NOFOLLOW says of a link, ENXIO what a socket or a pipe without a reader says. */
function isNoFile(error: unknown): boolean {
  return (
    isNodeError(error) &&
    ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EMLINK'].includes(error.code ?? '')
  );
}
