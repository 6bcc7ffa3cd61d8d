import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite, { type Database as Sqlite } from 'better-sqlite3';
import { AppError, isNodeError } from '../../errors.ts';
import { claimFolder, type FolderNote } from './data-folder.ts';

/**
 * Takes a data folder for this process alone, until the lock is closed; the kernel frees it even after SIGKILL.
 * @throws data_folder_foreign, data_not_writable, already_running
 */
export function lockFolder(folder: string): { note: FolderNote; lock: Sqlite } {
  try {
    const note = claimFolder(folder);
    const lock = new BetterSqlite(ownFile(folder, 'lock.db'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return { note, lock };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isBusy(error)) throw new AppError('already_running', { cause: error });
    throw new AppError('data_not_writable', {
      message: `The data folder ${folder} cannot be written. Choose another with --data.`,
      cause: error,
    });
  }
}

/** A new file is its owner's alone, also in a folder that others may read; SQLite's files beside it follow. */
export function ownFile(folder: string, name: string): string {
  const path = join(folder, name);
  closeSync(openSync(path, 'a', 0o600));
  return path;
}

function isBusy(error: unknown): boolean {
  return isNodeError(error) && (error.code?.startsWith('SQLITE_BUSY') ?? false);
}
