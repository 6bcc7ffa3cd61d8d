/** When a data folder must not be opened, so that nothing is lost, and what its owner can do then. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database as Sqlite } from 'better-sqlite3';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { AppError, isNodeError } from '../../core/errors.ts';
import { schemaVersion } from '../migrate.ts';
import { lastGoodBackup } from './backups.ts';
import { DATABASE, type FolderNote, type OwnEntry, ownEntries } from './data-folder.ts';

/** Errors after which a backup may help. */
const LOST: ReadonlySet<ErrorCode> = new Set([
  'database_damaged',
  'database_missing',
  'database_log_missing',
  'database_behind',
  'data_folder_mismatch',
]);

/** Whether restoring a backup may solve the error that prevented a start. */
export const asksForBackup = (error: unknown): error is AppError =>
  error instanceof AppError && LOST.has(error.code);

/** @throws database_missing, database_log_missing */
export function refuseLost(folder: string, note: FolderNote): void {
  const path = join(folder, DATABASE);
  const isEmpty = !existsSync(path) || statSync(path).size === 0;
  if (isEmpty && note.database) throw new AppError('database_missing');
  // While the database is open, or after a crash, the latest changes are in the log.
  if (!isEmpty && note.open && !existsSync(`${path}-wal`)) {
    throw new AppError('database_log_missing');
  }
}

/**
 * Checks an open database; returns the version of its schema. Only reads.
 * @throws database_newer, database_foreign, database_missing, database_damaged, database_behind, data_folder_mismatch
 */
export function checkDatabase(
  sqlite: Sqlite,
  folder: string,
  note: FolderNote,
  migrations: readonly string[],
): number {
  const version = schemaVersion(sqlite, migrations);
  if (version === 0 && note.database) throw new AppError('database_missing');
  if (sqlite.pragma('quick_check(1)', { simple: true }) !== 'ok') {
    throw new AppError('database_damaged');
  }
  if (version === 0) {
    if (ownEntries(folder).length > 0) throw new AppError('database_behind');
    return version;
  }
  refuseStrangers(sqlite, folder);
  const known = idIn(sqlite);
  // A note without a database was created a moment ago because it was missing; the database's id wins.
  if (known !== null && note.id !== null && known !== note.id && note.database) {
    throw new AppError('data_folder_mismatch');
  }
  return version;
}

/** The id that the database has in common with the note of its folder. */
export function idIn(sqlite: Sqlite): string | null {
  const id = sqlite.prepare('SELECT id FROM data_folder').pluck().get();
  return typeof id === 'string' ? id : null;
}

/** @throws database_behind when the database knows none of the files its jobs have left in the folder */
function refuseStrangers(sqlite: Sqlite, folder: string): void {
  const entries = ownEntries(folder);
  const strangers = strangersAmong(sqlite, entries);
  // An upload that had just begun, or was about to be stored, is noted as unfinished.
  const isNoted = sqlite.prepare('SELECT 1 FROM removals WHERE name = ?').pluck();
  const isBehind = strangers.every(({ name }) => isNoted.get(`${name}.part`) === undefined);
  if (entries.length > 0 && strangers.length === entries.length && isBehind) {
    throw new AppError('database_behind');
  }
}

/** The entries that the database does not know. */
export function strangersAmong(sqlite: Sqlite, entries: readonly OwnEntry[]): OwnEntry[] {
  const isKnown = sqlite
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM transcriptions WHERE id = @name AND @folder != 'files')
         OR EXISTS (SELECT 1 FROM files WHERE id = @name AND @folder = 'files')
         OR EXISTS (SELECT 1 FROM removals WHERE name = @name AND folder = @folder)`,
    )
    .pluck();
  return entries.filter((entry) => isKnown.get(entry) === 0);
}

/** SQLite's log needs memory that programs share by a file, and locks: not every file system has them. */
const isUnfit = (error: unknown): boolean =>
  isNodeError(error) && /^SQLITE_(?:PROTOCOL|IOERR_(?:SHM(?!SIZE)|.*LOCK))/.test(error.code ?? '');

/** Adds to an error what was found, that nothing was changed, and how to recover. */
export function explain(thrown: unknown, folder: string): unknown {
  if (isUnfit(thrown)) {
    return new AppError('data_not_writable', {
      message: `The file system of ${folder} cannot hold a database: it lets no programs share a file. Choose a folder on a disk of this computer with --data.`,
      cause: thrown,
    });
  }
  const error = isDamage(thrown) ? new AppError('database_damaged', { cause: thrown }) : thrown;
  if (!asksForBackup(error)) return error;
  const backup = lastGoodBackup(folder);
  const way = backup
    ? `"steno restore" goes back to the backup of ${new Date(backup.createdAt).toISOString().slice(0, 16).replace('T', ' ')} (UTC)`
    : 'There is no backup of it';
  return new AppError(error.code, {
    message: `${error.message} Nothing was changed in ${folder}. ${way}; "steno doctor" says more.`,
    cause: error,
  });
}

function isDamage(error: unknown): boolean {
  return isNodeError(error) && (error.code === 'SQLITE_NOTADB' || error.code === 'SQLITE_CORRUPT');
}
