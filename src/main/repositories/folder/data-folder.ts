/** The data folder on disk: whether it is ours, and which names in it we created. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite, { type Options, type Database as Sqlite } from 'better-sqlite3';
import { z } from 'zod';
import { LossReason } from '../../../shared/losses.ts';
import { publishFileSync } from '../../core/durable-files.ts';
import { AppError, isNodeError } from '../../core/errors.ts';
import { makePrivateSync } from '../../core/file-rights.ts';
import { newToken } from '../../core/ids.ts';
import { makeFolder } from '../../core/make-folder.ts';

/** Written beside the database, so that a folder that lost its database is still recognized as ours. */
const FolderNote = z.object({
  /** The same id as in the database; null when only the database has it. */
  id: z.string().min(1).nullable(),
  /** Whether the folder has had a database. */
  database: z.boolean(),
  /** Whether the database is open, or was when the process died: then it has a write-ahead log. */
  open: z.boolean(),
  /** Whether the rows are in PostgreSQL, and only files are here. */
  postgres: z.boolean().optional(),
  /** Why the database may know less than the folder, until a start has told of it. */
  behind: LossReason.optional(),
  /** The bucket with the uploads and recordings, such as `s3://bucket/prefix`; left out where they are here. */
  storage: z.string().optional(),
});
export type FolderNote = z.infer<typeof FolderNote>;

/** Folders whose entries belong to rows of the database. */
const OWN_FOLDERS = ['work', 'files', 'recordings'] as const;
export type OwnFolder = (typeof OWN_FOLDERS)[number];
/** An entry in one of these folders, named by the id of its owner. */
export type OwnEntry = { folder: OwnFolder; name: string };

/** One of those that need not be on this disk. */
export type MediaEntry = OwnEntry & { folder: Exclude<OwnFolder, 'work'> };

/** What was asked for, beside the recording. */
export const REQUEST_NOTE = 'request.json';
/** What a kept recording consists of. */
export const RECORDING_FILES: ReadonlySet<string> = new Set([
  'media',
  'waveform',
  'source',
  REQUEST_NOTE,
]);

/** A job's files on disk while it runs. */
export const workOf = (id: string): OwnEntry => ({ folder: 'work', name: id });

/** The recording stored for playback. */
export const recordingOf = (id: string): MediaEntry => ({ folder: 'recordings', name: id });

/** The entries to remove when a job has failed or is deleted. */
export const leftBy = (id: string): OwnEntry[] => [workOf(id), recordingOf(id)];

export const DATABASE = 'steno.db';
const NOTE = 'data-folder.json';
/** Locked while the folder is open, and never replaced. */
export const LOCK = 'lock.db';
/** Files that operating systems put into empty folders, and what a first start leaves before there is a database. */
const NOT_FOREIGN = new Set([
  ...['lost+found', '.DS_Store', 'Thumbs.db', 'desktop.ini', '.directory'],
  ...[NOTE, `${NOTE}.part`, LOCK, `${LOCK}-journal`],
]);
/** Names as ids.ts generates them; an upload in progress ends in `.part`. */
const OWN_ENTRY = /^(?:trs|file|exp)_[0-9A-Za-z]{22}(?=$|\.part$)/;

/** Makes an empty folder ours. @throws as `lockFolder` where it is not ours yet */
export function claimFolder(folder: string): void {
  if (!readNote(folder)) lockFolder(folder).lock.close();
}

/** @throws data_folder_foreign when the folder is not ours and holds files of others */
function refuseForeign(folder: string): void {
  if (readNote(folder) || ownEntries(folder).length > 0) return;
  const foreign = namesIn(folder).filter((name) => !NOT_FOREIGN.has(name));
  // The database, or the files of its jobs, shows that the folder is ours.
  if (foreign[0] === undefined || foreign.includes(DATABASE)) return;
  // Another program may have made it ours since.
  if (readNote(folder)) return;
  throw new AppError('data_folder_foreign', {
    message: `The folder ${folder} holds other files, such as "${foreign[0]}", and was not made by Steno. Choose an empty or new folder with --data, such as ${join(folder, 'steno')}.`,
  });
}

/** Only under the lock, since several programs may start at once in a new folder. */
function noteOf(folder: string): FolderNote {
  const known = readNote(folder);
  if (known) return known;
  const isOurs = ownEntries(folder).length > 0;
  const note = { id: isOurs ? null : newToken(), database: isOurs, open: false };
  writeNote(folder, note);
  return note;
}

/** Null if it is missing or unreadable. */
export function readNote(folder: string): FolderNote | null {
  try {
    return FolderNote.parse(JSON.parse(readFileSync(join(folder, NOTE), 'utf8')));
  } catch (error) {
    if (isNodeError(error) && !isMissing(error)) throw error;
    return null;
  }
}

/** Atomic, and on disk when it returns. */
export function writeNote(folder: string, note: FolderNote): void {
  const path = join(folder, NOTE);
  writeFileSync(`${path}.part`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  publishFileSync(`${path}.part`, path);
}

/** Whether the file system tells who may read what: on exFAT, FAT and some shares all files have the same rights. */
export function keepsRights(folder: string): boolean {
  const path = join(folder, NOTE);
  const isOpen = () => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  if (process.platform === 'win32' || !isOpen()) return true;
  makePrivateSync(path);
  return !isOpen();
}

/** Said where it does not. */
export const rightsSentence = (folder: string): string =>
  `Whoever can use the disk of ${folder} may read what is stored: its file system keeps no rights. Choose a folder on another disk with --data, or encrypt this one.`;

/** The entries of our folders whose names have our format, each name once. */
export function ownEntries(folder: string): OwnEntry[] {
  return OWN_FOLDERS.flatMap((own) => {
    const names = namesIn(join(folder, own)).flatMap((name) => OWN_ENTRY.exec(name)?.[0] ?? []);
    return [...new Set(names)].map((name) => ({ folder: own, name }));
  });
}

/** Whether an entry with this name may be removed at all. */
export function isOwnName(name: string): boolean {
  return OWN_ENTRY.exec(name)?.[0] === name;
}

/** Whether it is the name of an upload that has not arrived whole. */
export function isUnfinishedName(name: string): boolean {
  return name.endsWith('.part') && isOwnName(name.slice(0, -'.part'.length));
}

/** Empty if the folder does not exist. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * Locks a data folder for this process until the lock is closed; the kernel releases it even after SIGKILL. An empty
 * folder becomes ours.
 * @throws data_folder_foreign, data_not_writable, already_running
 */
export function lockFolder(folder: string): { note: FolderNote; lock: Sqlite } {
  let lock: Sqlite | null = null;
  try {
    makeFolder(folder, 0o700);
    refuseForeign(folder);
    lock = new BetterSqlite(ownFile(folder, LOCK), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return { note: noteOf(folder), lock };
  } catch (error) {
    lock?.close();
    if (error instanceof AppError) throw error;
    if (isBusy(error)) throw new AppError('already_running', { cause: error });
    throw notWritable(folder, error);
  }
}

/** Works on a database file that no service need have open, and closes it. */
export function onSqlite<Made>(
  path: string,
  options: Options,
  work: (sqlite: Sqlite) => Made,
): Made {
  const sqlite = new BetterSqlite(path, options);
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

/**
 * Makes an empty folder ours that several services share. The database knows which services run, so no lock is taken,
 * which network mounts do not support well.
 * @throws data_folder_foreign, data_not_writable
 */
export function claimSharedFolder(folder: string): FolderNote {
  try {
    makeFolder(folder, 0o700);
    refuseForeign(folder);
    return noteOf(folder);
  } catch (error) {
    throw error instanceof AppError ? error : notWritable(folder, error);
  }
}

/**
 * Creates files readable only by their owner, even in a folder that others may read; SQLite's files beside it inherit
 * the mode.
 */
export function ownFile(folder: string, name: string): string {
  const path = join(folder, name);
  closeSync(openSync(path, 'a', 0o600));
  return path;
}

export const notWritable = (folder: string, cause?: unknown) =>
  new AppError('data_not_writable', {
    message: `The data folder ${folder} cannot be written. Choose another with --data.`,
    cause,
  });

/** Below a file there is no folder either. */
function isMissing(error: unknown): boolean {
  return isNodeError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function isBusy(error: unknown): boolean {
  return isNodeError(error) && (error.code?.startsWith('SQLITE_BUSY') ?? false);
}

/** A time in a file's name, to the millisecond: `20261122T170305123Z`. */
export const stampOf = (at: number): string => new Date(at).toISOString().replaceAll(/[-:.]/g, '');

/** The time in such a name; null if it is none. */
export function timeOf(stamp: string): number | null {
  const [, year, month, day, hour, minute, second, ms] = (
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(stamp) ?? []
  ).map(Number);
  if (year === undefined || month === undefined) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}

/** The folder for files moved aside at a given time. */
export const asidePlace = (folder: string, at: number): string =>
  join(folder, 'aside', stampOf(at));

/** Returns whether there was anything to move. */
export function moveAside(folder: string, place: string, names: readonly string[]): boolean {
  for (const name of names) {
    mkdirSync(dirname(join(place, name)), { recursive: true, mode: 0o700 });
    renameSync(join(folder, name), join(place, name));
  }
  return names.length > 0;
}

/** The paths of an entry, relative to the data folder. */
export const filesOf =
  (folder: string) =>
  ({ folder: own, name }: OwnEntry): string[] =>
    [name, `${name}.part`]
      .map((file) => join(own, file))
      .filter((path) => existsSync(join(folder, path)));
