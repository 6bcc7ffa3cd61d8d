/** Copies of the database in the data folder's `backups`, each a complete database in one file. */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { publishFileSync } from '../../core/durable-files.ts';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { makePrivateSync } from '../../core/file-rights.ts';
import { APPLICATION_ID } from '../migrate.ts';
import { NEWEST } from '../migrations/migrations.ts';
import { DATABASE, namesIn, stampOf, timeOf } from './data-folder.ts';

export type Backup = { name: string; path: string; createdAt: number; bytes: number };

/** Named after the time it was made, to the millisecond: `steno-20261122T170305123Z.db`. */
const NAME = /^steno-(\d{8}T\d{9}Z)\.db$/;

export const backupsFolder = (folder: string): string => join(folder, 'backups');

/** All backups, newest first; their integrity is not checked. */
export function listBackups(folder: string): Backup[] {
  const found = namesIn(backupsFolder(folder)).flatMap((name) => {
    const createdAt = timeOf(NAME.exec(name)?.[1] ?? '');
    if (createdAt === null) return [];
    const path = join(backupsFolder(folder), name);
    return [{ name, path, createdAt, bytes: statSync(path).size }];
  });
  return found.toSorted((a, b) => b.createdAt - a.createdAt);
}

/** The newest backup that can be restored; null if there is none. */
export function lastGoodBackup(folder: string): Backup | null {
  return listBackups(folder).find(({ path }) => problemOf(path) === null) ?? null;
}

/** What is wrong with a backup file, as a phrase that follows "It"; null if it is sound. */
export function problemOf(path: string): string | null {
  try {
    const sqlite = new BetterSqlite(path, { readonly: true, fileMustExist: true });
    try {
      if (sqlite.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
        return 'is not a database of Steno';
      }
      if (Number(sqlite.pragma('user_version', { simple: true })) > NEWEST) {
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
 * Copies the database of a folder as of one moment, even while a service writes to it. Blocks for as long as it takes
 * to read the database twice, so a service runs it in another thread.
 * @throws database_damaged when the copy is not sound
 */
export function backUp(folder: string, at: number): Backup {
  // Not recursively: a data folder that was moved away is not made again.
  if (!existsSync(backupsFolder(folder))) mkdirSync(backupsFolder(folder), { mode: 0o700 });
  const nameAt = (ms: number) => `steno-${stampOf(ms)}.db`;
  const pathOf = (name: string) => join(backupsFolder(folder), name);
  let createdAt = at;
  while (existsSync(pathOf(nameAt(createdAt)))) createdAt++;
  const name = nameAt(createdAt);
  copyDatabase(folder, pathOf(name));
  return { name, path: pathOf(name), createdAt, bytes: statSync(pathOf(name)).size };
}

/** Copies the database of a folder to a new file. @throws database_damaged */
export function copyDatabase(folder: string, path: string): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  const sqlite = new BetterSqlite(join(folder, DATABASE), { readonly: true, fileMustExist: true });
  try {
    sqlite.prepare('VACUUM INTO ?').run(part);
    makePrivateSync(part);
    if (problemOf(part) !== null) throw new AppError('database_damaged');
    failpoint('backup.copied');
    publishFileSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    sqlite.close();
  }
  failpoint('backup.renamed');
}

/** Removes what an interrupted backup left. No backup may be in progress. */
export function removeUnfinished(folder: string): void {
  for (const name of namesIn(backupsFolder(folder))) {
    const isUnfinished = name.endsWith('.part') && NAME.test(name.slice(0, -'.part'.length));
    if (isUnfinished) rmSync(join(backupsFolder(folder), name), { force: true });
  }
}

/** Deletes a backup; files that are not our backups are left alone. */
export function removeBackup(folder: string, name: string): void {
  if (NAME.test(name)) rmSync(join(backupsFolder(folder), name), { force: true });
}
