/** What is taken from a backup, or into one: plain files of the names Steno makes, and nothing else. */
import {
  type BigIntStats,
  closeSync,
  fsyncSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { ownFile } from '../../core/file-paths.ts';
import { openSame } from '../../core/plain-file.ts';
import {
  isOwnName,
  isUnfinishedName,
  type MediaEntry,
  namesIn,
  RECORDING_FILES,
} from './data-folder.ts';

/** The temporary name of an entry while it is copied into a folder. */
const COPYING = 'copying.part';
const CHUNK_BYTES = 1024 * 1024;
/** How many refused names a message gives. */
const NAMED = 10;
/** Files that operating systems put into folders; they are not copied. */
const OF_SYSTEMS = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '.directory']);

type LookedFile = { path: string; stats: BigIntStats };
/** An upload or a recording with its files, as they were when they were looked at. */
export type LookedEntry = { entry: MediaEntry; files: LookedFile[] };
export type Look = {
  entries: LookedEntry[];
  /** What is not taken, and why, such as `files/x (a link)`. */
  refused: string[];
};

/** Looks at all uploads and recordings of a folder without following or opening anything. */
export function lookAt(root: string): Look {
  const look: Look = { entries: [], refused: [] };
  for (const folder of ['files', 'recordings'] as const) {
    for (const name of namesIn(join(root, folder))) {
      if (isOwnName(name)) {
        const entry = { folder, name };
        const files = lookAtEntry(root, entry, look.refused);
        if (files) look.entries.push({ entry, files });
      } else if (!isLeftBehind(name)) {
        look.refused.push(`${folder}/${name} (an unknown name)`);
      }
    }
  }
  return look;
}

/** What systems put into folders, and uploads that had not arrived whole. */
function isLeftBehind(name: string): boolean {
  return OF_SYSTEMS.has(name) || isUnfinishedName(name);
}

/** Null if it is not taken. */
function lookAtEntry(root: string, { folder, name }: MediaEntry, refused: string[]) {
  const path = ownFile(folder, name);
  if (folder === 'files') return lookAtFile(root, path, refused);
  const kind = kindOf(lstatSync(join(root, path)));
  if (kind !== 'a folder') {
    refused.push(`${path} (${kind})`);
    return null;
  }
  const inside = namesIn(join(root, path)).filter((file) => !OF_SYSTEMS.has(file));
  return inside.flatMap((file) => {
    if (RECORDING_FILES.has(file)) return lookAtFile(root, join(path, file), refused) ?? [];
    refused.push(`${join(path, file)} (an unknown name)`);
    return [];
  });
}

function lookAtFile(root: string, path: string, refused: string[]): LookedFile[] | null {
  const stats = lstatSync(join(root, path), { bigint: true });
  if (stats.isFile()) return [{ path, stats }];
  refused.push(`${path} (${kindOf(stats)})`);
  return null;
}

/** Folders that lead elsewhere, and files with more names than are found here: they may be somebody's elsewhere. */
export function leadingOut(root: string, { entries }: Look, database: LookedFile): string[] {
  const folders = ['files', 'recordings'].filter(
    (name) => lstatSync(join(root, name), { throwIfNoEntry: false })?.isSymbolicLink() === true,
  );
  return [...folders.map((name) => `${name} (a link)`), ...linkedOut(entries, database)];
}

function linkedOut(entries: readonly LookedEntry[], database: LookedFile): string[] {
  const files = [database, ...entries.flatMap((looked) => looked.files)];
  const found = Map.groupBy(files, ({ stats: { dev, ino } }) => `${dev}:${ino}`);
  return [...found.values()].flatMap((names) =>
    names
      .filter(({ stats }) => stats.nlink > BigInt(names.length))
      .map(({ path }) => `${path} (a hard link to a file elsewhere)`),
  );
}

/** @throws backup_refused with the first ten names */
export function refuse(source: string, refused: readonly string[]): void {
  if (refused.length === 0) return;
  const more = refused.length > NAMED ? `, and ${refused.length - NAMED} more` : '';
  throw new AppError('backup_refused', {
    message: `The backup ${source} has what Steno does not put into one: ${refused.slice(0, NAMED).join(', ')}${more}. Nothing was changed. Take it out, or copy the backup with "cp -r" where only hard links are named.`,
  });
}

/** What something is, as a word of a message. */
function kindOf(stats: Pick<BigIntStats, `is${string}` & keyof BigIntStats>): string {
  if (stats.isFile()) return 'a file';
  if (stats.isDirectory()) return 'a folder';
  if (stats.isSymbolicLink()) return 'a link';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

/** Copies an entry atomically: half a recording would never be completed. False if it was deleted meanwhile. */
export function copyEntry(from: string, to: string, { entry, files }: LookedEntry): boolean {
  const own = ownFile(entry.folder, entry.name);
  const target = join(to, own);
  const part = join(to, COPYING);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  rmSync(part, { recursive: true, force: true });
  try {
    if (entry.folder === 'recordings') mkdirSync(part, { mode: 0o700 });
    for (const { path, stats } of files) {
      const inside = path.slice(own.length);
      copyPlain({ path: join(from, path), stats }, part + inside);
    }
    failpoint('restore.copying');
    renameSync(part, target);
    return true;
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (lstatSync(join(from, own), { throwIfNoEntry: false })) throw error;
    return false;
  }
}

/** Copies the file that was looked at, with its time, and to the disk. @throws backup_refused if it is another one now */
export function copyPlain({ path, stats }: LookedFile, to: string): void {
  const source = openSame(path, stats);
  if (source === null) throw changed(path);
  try {
    const target = openSync(to, 'wx', 0o600);
    try {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      let bytes = 0n;
      for (;;) {
        const read = readSync(source, buffer);
        if (read === 0) break;
        for (let at = 0; at < read; ) at += writeSync(target, buffer, at, read - at);
        bytes += BigInt(read);
      }
      if (bytes !== stats.size) throw changed(path);
      futimesSync(target, Number(stats.atimeMs) / 1000, Number(stats.mtimeMs) / 1000);
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** Looks at the database of a backup. @throws backup_refused unless it is a plain file */
export function lookAtDatabase(path: string): LookedFile {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats?.isFile()) return { path, stats };
  if (stats) refuse(dirname(path), [`${basename(path)} (${kindOf(stats)})`]);
  throw new AppError('not_found', { message: `There is no backup in ${dirname(path)}.` });
}

function changed(path: string): AppError {
  return new AppError('backup_refused', { message: `${path} changed while it was copied.` });
}
