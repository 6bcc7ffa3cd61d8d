/** The data folder as it lies on the disk: whose it is, and which names in it are of our own making. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite, { type Database as Sqlite } from 'better-sqlite3';
import { z } from 'zod';
import { AppError, isNodeError } from '../../errors.ts';
import { newToken } from '../../ids.ts';

/** Written beside the database, so that a folder without its database is still known to be ours. */
const FolderNote = z.object({
  /** The same as in the database; null where only the database knows it. */
  id: z.string().min(1).nullable(),
  /** Whether the folder has had a database. */
  database: z.boolean(),
  /** Whether the database is open, or was when the program died: then it has a write-ahead log. */
  open: z.boolean(),
});
export type FolderNote = z.infer<typeof FolderNote>;

/** Folders whose entries belong to rows of the database. */
const OWN_FOLDERS = ['work', 'files', 'recordings'] as const;
export type OwnFolder = (typeof OWN_FOLDERS)[number];
/** Something in one of them, by the id of what it belongs to. */
export type OwnEntry = { folder: OwnFolder; name: string };

/** What a job's work leaves on the disk while it is under way. */
export const workOf = (id: string): OwnEntry => ({ folder: 'work', name: id });

/** The recording that is kept to be played. */
export const recordingOf = (id: string): OwnEntry => ({ folder: 'recordings', name: id });

/** What must go when a job has come to nothing, or is deleted. */
export const leftBy = (id: string): OwnEntry[] => [workOf(id), recordingOf(id)];

export const DATABASE = 'steno.db';
const NOTE = 'data-folder.json';
/** What systems put into empty folders, and what a first start that was cut short may leave. */
const NOT_FOREIGN = new Set([
  ...['lost+found', '.DS_Store', 'Thumbs.db', 'desktop.ini', '.directory'],
  `${NOTE}.part`,
]);
/** As ids.ts makes ids; an upload on its way ends in `.part`. */
const OWN_ENTRY = /^(?:trs|file)_[0-9A-Za-z]{22}(?=$|\.part$)/;

/**
 * The note of a folder that is ours; an empty folder becomes it.
 * @throws data_folder_foreign when there is somebody else's in it
 */
export function claimFolder(folder: string): FolderNote {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = readNote(folder);
  if (known) return known;
  const isOurs = ownEntries(folder).length > 0;
  const note = { id: isOurs ? null : newToken(), database: isOurs, open: false };
  const foreign = readdirSync(folder).filter((name) => !NOT_FOREIGN.has(name));
  // What is in the database, or what its jobs have left, tells that the folder is ours.
  if (!note.database && foreign[0] !== undefined && !foreign.includes(DATABASE)) {
    throw new AppError('data_folder_foreign', {
      message: `The folder ${folder} holds other files, such as "${foreign[0]}", and was not made by Steno. Choose an empty or new folder with --data, such as ${join(folder, 'steno')}.`,
    });
  }
  writeNote(folder, note);
  return note;
}

/** Null where there is none, or none that can be read. */
export function readNote(folder: string): FolderNote | null {
  try {
    return FolderNote.parse(JSON.parse(readFileSync(join(folder, NOTE), 'utf8')));
  } catch (error) {
    if (isNodeError(error) && error.code !== 'ENOENT') throw error;
    return null;
  }
}

/** All of it or nothing, and on the disk when it returns. */
export function writeNote(folder: string, note: FolderNote): void {
  const path = join(folder, NOTE);
  const file = openSync(`${path}.part`, 'w', 0o600);
  try {
    writeFileSync(file, `${JSON.stringify(note)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.part`, path);
}

/** What of the own folders has a name of our own form, each name once. */
export function ownEntries(folder: string): OwnEntry[] {
  return OWN_FOLDERS.flatMap((own) => {
    const names = namesIn(join(folder, own)).flatMap((name) => OWN_ENTRY.exec(name)?.[0] ?? []);
    return [...new Set(names)].map((name) => ({ folder: own, name }));
  });
}

/** Whether a name may be removed at all. */
export function isOwnName(name: string): boolean {
  return OWN_ENTRY.exec(name)?.[0] === name;
}

/** None where there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return [];
    throw error;
  }
}

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

/** The folder for what is moved aside at one time. */
export const asidePlace = (folder: string, at: number): string =>
  join(folder, 'aside', new Date(at).toISOString().replaceAll(/[-:.]/g, ''));

/** Whether there was anything to move. */
export function moveAside(folder: string, place: string, names: readonly string[]): boolean {
  for (const name of names) {
    mkdirSync(dirname(join(place, name)), { recursive: true, mode: 0o700 });
    renameSync(join(folder, name), join(place, name));
  }
  return names.length > 0;
}

/** The paths of an entry of an own folder, from the data folder. */
export const filesOf =
  (folder: string) =>
  ({ folder: own, name }: OwnEntry): string[] =>
    [name, `${name}.part`]
      .map((file) => join(own, file))
      .filter((path) => existsSync(join(folder, path)));
