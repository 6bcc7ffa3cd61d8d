/**
 * Files that are on the disk before anyone is told that they are stored. After an fsync that failed the system may have
 * dropped what was written, and the next one succeeds all the same (PostgreSQL learned it in 2018): nothing that this
 * process believes is stored can be trusted then, so it ends, and the next start reads what is there.
 */
import { once } from 'node:events';
import {
  closeSync,
  createWriteStream,
  fsyncSync,
  openSync,
  renameSync,
  type WriteStream,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isNodeError } from './errors.ts';
import { createLogger } from './logger.ts';

/** `steno serve` ends with this code when the disk did not store what it was given. */
export const SYNC_FAILED = 6;
export const SYNC_FAILED_SENTENCE =
  'The disk did not store what it was given (fsync failed), so nothing that was written last can be relied on, and Steno ends. Look after the disk, then start Steno again: it goes on with what is really stored.';

/** A new file is removed when it found no room; what was there before is not affected. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
/** Windows and some network mounts cannot sync a folder. */
const CANNOT_SYNC_FOLDERS: ReadonlySet<string> = new Set([
  'EINVAL',
  'EBADF',
  'EISDIR',
  'EACCES',
  'EPERM',
]);

/** Ends the program if this is, or was caused by, an fsync that failed. Nothing is put in order before: it would be written. */
export function endIfSyncFailed(error: unknown): void {
  if (!isFailedSync(error)) return;
  createLogger('fatal').fatal({ err: error }, SYNC_FAILED_SENTENCE);
  process.exit(SYNC_FAILED);
}

function isFailedSync(error: unknown): boolean {
  if (!isNodeError(error)) return error instanceof Error && isFailedSync(error.cause);
  const { code = '', syscall = '' } = error;
  if (code === 'SQLITE_IOERR_FSYNC' || code === 'SQLITE_IOERR_DIR_FSYNC') return true;
  if (/^f(?:data)?sync$/.test(syscall)) return !NO_ROOM.has(code);
  return isFailedSync(error.cause);
}

export async function whileSyncing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    endIfSyncFailed(error);
    throw error;
  }
}

/**
 * Writes a file from a stream and syncs it. When it rejects the file is closed, so that the caller can remove it: a
 * stream that fails while its file is being opened would create it after that.
 */
export async function writeStream(
  path: string,
  fill: (target: WriteStream) => Promise<void>,
  { flags = 'w', mode = 0o600 }: { flags?: 'w' | 'wx'; mode?: number } = {},
): Promise<void> {
  const target = createWriteStream(path, { flags, mode, flush: true });
  const closed = once(target, 'close').catch(() => {});
  try {
    await whileSyncing(() => fill(target));
  } finally {
    target.destroy();
    await closed;
  }
}

/** A file's bytes are on the disk when it resolves. */
export const syncFile = (path: string): Promise<void> => whileSyncing(() => sync(path, 'r+'));

/** The same of the names in a folder. */
export const syncFolder = (path: string): Promise<void> =>
  whileSyncing(() => sync(path, 'r').catch(unlessFolderCannot));

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  await using file = await open(path, flags);
  await file.sync();
}

function unlessFolderCannot(error: unknown): void {
  if (!isNodeError(error) || !CANNOT_SYNC_FOLDERS.has(error.code ?? '')) throw error;
}

/** Renames what is on the disk, so that it still has its name after a power failure. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Renames a finished file atomically: readers see all of it or nothing, even after a power failure. */
export async function publishFile(from: string, to: string): Promise<void> {
  await syncFile(from);
  await renameDurably(from, to);
}

/** Makes a file under another name and publishes it; of one that fails nothing is left. */
export async function publishMade<Result>(
  path: string,
  make: (part: string) => Promise<Result>,
): Promise<Result> {
  const part = `${path}.part`;
  try {
    const made = await make(part);
    await publishFile(part, path);
    return made;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** As `publishFile`, for threads that wait, and for commands. */
export function publishFileSync(from: string, to: string): void {
  syncSync(from, 'r+');
  renameSync(from, to);
  try {
    syncSync(dirname(to), 'r');
  } catch (error) {
    unlessFolderCannot(error);
  }
}

function syncSync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
