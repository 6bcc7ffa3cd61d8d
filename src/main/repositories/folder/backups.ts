/** Copies of the database in the data folder's `backups`, each a whole database in one file. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { AppError } from '../../errors.ts';
import { failpoint } from '../../failpoint.ts';
import { APPLICATION_ID, MIGRATIONS } from '../migrate.ts';
import { DATABASE, namesIn } from './data-folder.ts';

export type Backup = { name: string; path: string; createdAt: number; bytes: number };

/** By the time it was made, to the millisecond: `steno-20261122T170305123Z.db`. */
const NAME = /^steno-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;

export const backupsFolder = (folder: string): string => join(folder, 'backups');

/** All there are, the newest first; whether they are sound is not looked at. */
export function listBackups(folder: string): Backup[] {
  const found = namesIn(backupsFolder(folder)).flatMap((name) => {
    const [, year, month, day, hour, minute, second, ms] = (NAME.exec(name) ?? []).map(Number);
    if (year === undefined || month === undefined) return [];
    const path = join(backupsFolder(folder), name);
    const createdAt = Date.UTC(year, month - 1, day, hour, minute, second, ms);
    return [{ name, path, createdAt, bytes: statSync(path).size }];
  });
  return found.toSorted((a, b) => b.createdAt - a.createdAt);
}

/** The newest that can be gone back to; null where there is none. */
export function lastGoodBackup(folder: string): Backup | null {
  return listBackups(folder).find(({ path }) => problemOf(path) === null) ?? null;
}

/** What is wrong with a file that is to be a backup, in words for after "It"; null when nothing is. */
export function problemOf(path: string): string | null {
  try {
    const sqlite = new BetterSqlite(path, { readonly: true, fileMustExist: true });
    try {
      if (sqlite.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
        return 'is not a database of Steno';
      }
      if (Number(sqlite.pragma('user_version', { simple: true })) > MIGRATIONS.length) {
        return 'was written by a newer Steno';
      }
      return sqlite.pragma('integrity_check(1)', { simple: true }) === 'ok' ? null : 'is damaged';
    } finally {
      sqlite.close();
    }
  } catch {
    return 'is damaged or no database';
  }
}

/**
 * Copies the database of a folder as it is at one moment, also while a service writes to it. Takes as long as reading
 * all of it twice and does nothing else meanwhile, so a service has it done in another process.
 * @throws database_damaged when what was copied is not sound
 */
export function backUp(folder: string, at: number): Backup {
  mkdirSync(backupsFolder(folder), { recursive: true, mode: 0o700 });
  const nameAt = (ms: number) => `steno-${new Date(ms).toISOString().replaceAll(/[-:.]/g, '')}.db`;
  const pathOf = (name: string) => join(backupsFolder(folder), name);
  let createdAt = at;
  while (existsSync(pathOf(nameAt(createdAt)))) createdAt++;
  const name = nameAt(createdAt);
  copyDatabase(folder, pathOf(name));
  return { name, path: pathOf(name), createdAt, bytes: statSync(pathOf(name)).size };
}

/** Copies the database of a folder to a file that is not there yet. @throws database_damaged */
export function copyDatabase(folder: string, path: string): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  const sqlite = new BetterSqlite(join(folder, DATABASE), { readonly: true, fileMustExist: true });
  try {
    sqlite.prepare('VACUUM INTO ?').run(part);
    chmodSync(part, 0o600);
    if (problemOf(part) !== null) throw new AppError('database_damaged');
    failpoint('backup.copied');
    publishFile(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    sqlite.close();
  }
  failpoint('backup.renamed');
}

/** Removes what a backup has left that was cut short. None may be under way. */
export function removeUnfinished(folder: string): void {
  for (const name of namesIn(backupsFolder(folder))) {
    const isUnfinished = name.endsWith('.part') && NAME.test(name.slice(0, -'.part'.length));
    if (isUnfinished) rmSync(join(backupsFolder(folder), name), { force: true });
  }
}

/** Makes room: what is not one of our backups stays. */
export function removeBackup(folder: string, name: string): void {
  if (NAME.test(name)) rmSync(join(backupsFolder(folder), name), { force: true });
}

/** Gives a whole file its name once its bytes are on the disk. */
export function publishFile(from: string, to: string): void {
  const file = openSync(from, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(from, to);
}
