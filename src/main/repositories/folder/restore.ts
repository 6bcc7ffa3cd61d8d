/** Restores a backup: current files are moved aside, never replaced. */
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { publishFileSync } from '../../core/durable-files.ts';
import { AppError, isNodeError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { ownFile } from '../../core/file-paths.ts';
import { makeFolder } from '../../core/make-folder.ts';
import {
  copyEntry,
  copyPlain,
  type Look,
  leadingOut,
  lookAt,
  lookAtDatabase,
  refuse,
} from './backup-entries.ts';
import { copyDatabase, lastGoodBackup, listBackups, problemOf } from './backups.ts';
import {
  asidePlace,
  DATABASE,
  type FolderNote,
  lockFolder,
  moveAside,
  namesIn,
  type OwnEntry,
  onSqlite,
  ownEntries,
  readNote,
  writeNote,
} from './data-folder.ts';
import { strangersAmong } from './startup-checks.ts';
import { setUnknownAside } from './unknown-entries.ts';

type Restored = {
  /** The backup that was restored. */
  from: string;
  /** Where the previous files are now; null if there were none. */
  aside: string | null;
  /** How many recordings and uploads the backup does not know: the next start makes them again. */
  strangers: number;
};

/**
 * Replaces a folder's database with a backup: a file, the name of one in `backups`, or a folder that `copyFolder` made;
 * the newest sound one when `source` is null.
 * Everything in it is looked at before anything is moved.
 * @throws not_found, backup_refused, database_damaged, database_newer, data_folder_mismatch, already_running,
 *   data_folder_foreign
 */
export function restore(folder: string, source: string | null, at: number): Restored {
  const { note, lock } = lockFolder(folder);
  try {
    if (note.postgres) {
      throw new AppError('database_unusable', {
        message: `What ${folder} holds belongs to a database in PostgreSQL, which pg_restore goes back with. Restore this backup into an empty folder with --data.`,
      });
    }
    const from = findBackup(folder, source);
    const database = lookAtDatabase(from);
    const copied = dirname(from) === join(folder, 'backups') ? null : lookAt(dirname(from));
    if (copied) {
      refuse(dirname(from), [...copied.refused, ...leadingOut(dirname(from), copied, database)]);
    }
    const id = idOf(from);
    if (note.database && note.id !== null && note.id !== id) {
      throw new AppError('data_folder_mismatch', {
        message: `The backup ${from} is of another data folder. Restore it into an empty folder with --data.`,
      });
    }
    const place = asidePlace(folder, at);
    const moved = moveAside(folder, place, databaseFiles(folder));
    failpoint('restore.moved');
    const part = join(folder, `${DATABASE}.part`);
    rmSync(part, { force: true });
    copyPlain(database, part);
    failpoint('restore.copied');
    signOut(part);
    publishFileSync(part, join(folder, DATABASE));
    failpoint('restore.renamed');
    if (copied) copyMissing(dirname(from), folder, copied);
    const strangers = strangersIn(folder);
    failpoint('restore.settled');
    setUnknownAside(folder, strangers, { reason: 'backup', at });
    writeNote(folder, {
      ...note,
      ...{ id, database: true, open: false },
      ...(moved && strangers.length === 0 && { behind: 'backup' }),
    } satisfies FolderNote);
    return { from, aside: moved ? place : null, strangers: strangers.length };
  } finally {
    lock.close();
  }
}

/**
 * Copies a data folder without its models and work in progress: the database as of one moment, and the recordings and
 * uploads that it knows. The copy is a complete data folder and can be restored from. Links and the like are left out.
 * @throws data_folder_foreign when `to` is not empty, data_not_writable
 */
export function copyFolder(folder: string, to: string): { entries: number; leftOut: string[] } {
  makeEmptyFolder(to);
  copyDatabaseTo(folder, to);
  const { entries, refused } = lookAt(folder);
  const looked = entries.map(({ entry }) => entry);
  const strange = onSqlite(
    join(to, DATABASE),
    { readonly: true },
    (sqlite) => new Set(strangersAmong(sqlite, looked)),
  );
  const known = entries.filter(({ entry }) => !strange.has(entry));
  const copied = known.filter((looked) => copyEntry(folder, to, looked));
  const storage = readNote(folder)?.storage;
  const id = idOf(join(to, DATABASE));
  writeNote(to, { id, database: true, open: false, ...(storage && { storage }) });
  return { entries: copied.length, leftOut: refused };
}

function makeEmptyFolder(path: string): void {
  try {
    makeFolder(path, 0o700);
    accessSync(path, constants.W_OK);
  } catch (cause) {
    throw new AppError('data_not_writable', {
      message: `The folder ${path} cannot be written to. Choose another for the backup.`,
      cause,
    });
  }
  if (namesIn(path).length > 0) {
    throw new AppError('data_folder_foreign', {
      message: `The folder ${path} is not empty. Choose an empty or new one for the backup.`,
    });
  }
}

/** Some shares, such as WebDAV and cloud folders, take only whole files, from one end to the other. */
function copyDatabaseTo(folder: string, to: string): void {
  try {
    copyDatabase(folder, join(to, DATABASE));
  } catch (error) {
    if (!isNodeError(error) || !/^(?:SQLITE_(?:IOERR|PERM)|EIO$|EPERM$)/.test(error.code ?? '')) {
      throw error;
    }
    const message = `The folder ${to} cannot hold a backup (${error.code}). Make it in a folder on a disk of this computer, and copy that there.`;
    throw new AppError('disk_failed', { message, cause: error });
  }
}

function findBackup(folder: string, source: string | null): string {
  const named = listBackups(folder).find(({ name }) => name === source)?.path;
  const given = source === null ? lastGoodBackup(folder)?.path : (named ?? resolve(source));
  if (given === undefined || !existsSync(given)) {
    const message = source === null ? 'There is no good backup.' : `There is no backup ${source}.`;
    throw new AppError('not_found', { message });
  }
  // What a person names may be a link to the backup; nothing in the backup may be one.
  const real = realpathSync(given);
  const path = lstatSync(real).isDirectory() ? join(real, DATABASE) : real;
  lookAtDatabase(path);
  const problem = problemOf(path);
  if (problem === null) return path;
  throw new AppError('database_damaged', { message: `The file ${path} ${problem}.` });
}

function idOf(path: string): string {
  return onSqlite(path, { readonly: true }, (sqlite) =>
    String(sqlite.prepare('SELECT id FROM data_folder').pluck().get()),
  );
}

function databaseFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(DATABASE) && !name.endsWith('.part'));
}

/**
 * Drops the backup's pending removals, which may name files that are needed now, and all sessions. Runs before the
 * database gets its name, so that a start after an interrupted restore finds neither.
 */
function signOut(path: string): void {
  onSqlite(path, {}, (sqlite) => sqlite.exec('DELETE FROM removals; DELETE FROM sessions'));
}

function strangersIn(folder: string): OwnEntry[] {
  return onSqlite(join(folder, DATABASE), { readonly: true }, (sqlite) =>
    strangersAmong(sqlite, ownEntries(folder)),
  );
}

function copyMissing(from: string, folder: string, { entries }: Look): void {
  const here = new Set(ownEntries(folder).map(({ folder: own, name }) => ownFile(own, name)));
  for (const looked of entries) {
    const { folder: own, name } = looked.entry;
    if (!here.has(ownFile(own, name))) copyEntry(from, folder, looked);
  }
}
