/** Restores a backup: current files are moved aside, never replaced. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { AppError } from '../../errors.ts';
import { failpoint } from '../../failpoint.ts';
import { ownFile } from '../../file-paths.ts';
import { copyDatabase, lastGoodBackup, listBackups, problemOf, publishFile } from './backups.ts';
import {
  asidePlace,
  DATABASE,
  type FolderNote,
  filesOf,
  lockFolder,
  moveAside,
  namesIn,
  type OwnEntry,
  ownEntries,
  readNote,
  writeNote,
} from './data-folder.ts';
import { strangersAmong } from './refusals.ts';

/** The temporary name of a file while it is copied into a folder. */
const COPYING = 'copying.part';

type Restored = {
  /** The backup that was restored. */
  from: string;
  /** Where the previous files are now; null if there were none. */
  aside: string | null;
  /** How many recordings and uploads unknown to the backup were moved aside too. */
  strangers: number;
};

/**
 * Replaces a folder's database with a backup: a file, the name of one in `backups`, or a folder that `copyFolder` made;
 * the newest sound one when `source` is null.
 * @throws not_found, database_damaged, database_newer, data_folder_mismatch, already_running, data_folder_foreign
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
    copyFileSync(from, part);
    failpoint('restore.copied');
    chmodSync(part, 0o600);
    signOut(part);
    publishFile(part, join(folder, DATABASE));
    failpoint('restore.renamed');
    if (dirname(from) !== join(folder, 'backups')) copyMissing(dirname(from), folder);
    const strangers = strangersIn(folder);
    failpoint('restore.settled');
    const strange = moveAside(folder, place, strangers.flatMap(filesOf(folder)));
    writeNote(folder, { ...note, id, database: true, open: false } satisfies FolderNote);
    return { from, aside: moved || strange ? place : null, strangers: strangers.length };
  } finally {
    lock.close();
  }
}

/**
 * Copies a data folder without its models and work in progress: the database as of one moment, and the recordings and
 * uploads that it knows. The copy is a complete data folder and can be restored from.
 * @throws data_folder_foreign when `to` is not empty
 */
export function copyFolder(folder: string, to: string): { entries: number } {
  if (namesIn(to).length > 0) {
    throw new AppError('data_folder_foreign', {
      message: `The folder ${to} is not empty. Choose an empty or new one for the backup.`,
    });
  }
  mkdirSync(to, { recursive: true, mode: 0o700 });
  copyDatabase(folder, join(to, DATABASE));
  const sqlite = new BetterSqlite(join(to, DATABASE), { readonly: true });
  const kept = ownEntries(folder).filter((entry) => entry.folder !== 'work');
  const strange = strangersAmong(sqlite, kept);
  sqlite.close();
  const known = kept.filter((entry) => !strange.includes(entry));
  for (const entry of known) copyEntry(folder, to, entry);
  const storage = readNote(folder)?.storage;
  const id = idOf(join(to, DATABASE));
  writeNote(to, { id, database: true, open: false, ...(storage && { storage }) });
  return { entries: known.length };
}

function findBackup(folder: string, source: string | null): string {
  const named = listBackups(folder).find(({ name }) => name === source)?.path;
  const given = source === null ? lastGoodBackup(folder)?.path : (named ?? resolve(source));
  if (given === undefined || !existsSync(given)) {
    const message = source === null ? 'There is no good backup.' : `There is no backup ${source}.`;
    throw new AppError('not_found', { message });
  }
  const path = statSync(given).isDirectory() ? join(given, DATABASE) : given;
  const problem = problemOf(path);
  if (problem === null) return path;
  throw new AppError('database_damaged', { message: `The file ${path} ${problem}.` });
}

function idOf(path: string): string {
  const sqlite = new BetterSqlite(path, { readonly: true });
  try {
    return String(sqlite.prepare('SELECT id FROM data_folder').pluck().get());
  } finally {
    sqlite.close();
  }
}

function databaseFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(DATABASE) && !name.endsWith('.part'));
}

/**
 * Drops the backup's pending removals, which may name files that are needed now, and all sessions. Runs before the
 * database gets its name, so that a start after an interrupted restore finds neither.
 */
function signOut(path: string): void {
  const sqlite = new BetterSqlite(path);
  try {
    sqlite.exec('DELETE FROM removals; DELETE FROM sessions');
  } finally {
    sqlite.close();
  }
}

/** The entries of our folders that the database does not know. */
function strangersIn(folder: string): OwnEntry[] {
  const sqlite = new BetterSqlite(join(folder, DATABASE), { readonly: true });
  try {
    return strangersAmong(sqlite, ownEntries(folder));
  } finally {
    sqlite.close();
  }
}

/** Copies the entries that exist in the copied folder and are missing in this one. */
function copyMissing(from: string, folder: string): void {
  const here = new Set(ownEntries(folder).map(({ folder: own, name }) => join(own, name)));
  for (const entry of ownEntries(from)) {
    if (!here.has(ownFile(entry.folder, entry.name))) copyEntry(from, folder, entry);
  }
}

/** Copies an entry atomically: half a recording would never be completed. Entries deleted meanwhile are skipped. */
function copyEntry(from: string, to: string, { folder, name }: OwnEntry): void {
  const target = join(to, folder, name);
  const part = join(to, COPYING);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  rmSync(part, { recursive: true, force: true });
  try {
    cpSync(join(from, folder, name), part, { recursive: true, preserveTimestamps: true });
    failpoint('restore.copying');
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (existsSync(join(from, folder, name))) throw error;
  }
}
