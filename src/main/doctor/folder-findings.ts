/** Checks the data folder: its permissions, the free space, and the backups in it. */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { formatBytes } from '../../shared/size.ts';
import { FREE_DISK_FLOOR } from '../core/disk-space.ts';
import { listBackups, problemOf } from '../repositories/folder/backups.ts';
import {
  keepsRights,
  notWritable,
  readNote,
  rightsSentence,
} from '../repositories/folder/data-folder.ts';
import { count, type Finding, good, note, problem } from './finding.ts';

const DAY_MS = 24 * 3_600_000;
/** The space a recording of ten hours needs while it is transcribed, with some reserve. */
const COMFORTABLE_BYTES = 3_000_000_000;

/** Which folder it is, and whether anything has been stored in it. */
export function dataFolderFinding(folder: string, { isRunning }: { isRunning: boolean }): Finding {
  const told = readNote(folder);
  const isNew = told?.database !== true && !told?.postgres;
  const about = isRunning ? ', with Steno running on it' : isNew ? ', new' : '';
  return good('Data folder', `${folder}${about}.`);
}

/** For one that is not there, as far as this user may see. */
export function folderToMakeFinding(folder: string): Finding {
  if (canBeMade(folder)) return good('Data folder', `${folder}, which the first start makes.`);
  return problem('Data folder', notWritable(folder).message);
}

function canBeMade(folder: string): boolean {
  let above = dirname(folder);
  while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
  try {
    accessSync(above, constants.W_OK | constants.X_OK);
    return statSync(above).isDirectory();
  } catch {
    return false;
  }
}

/** Only its owner needs to read anything in it. */
export function permissionFindings(folder: string): Finding[] {
  if (process.platform === 'win32') return [];
  if (!keepsRights(folder)) return [note('Permissions', rightsSentence(folder))];
  const open = ['.', ...readdirSync(folder, { recursive: true }).map(String)].filter(
    (path) => (rightsOf(join(folder, path)) & 0o077) !== 0,
  );
  const [first] = open;
  if (first === undefined) return [good('Permissions', 'Only you can read what is stored.')];
  const named = first === '.' ? folder : first;
  const others = open.length === 1 ? '' : `, and ${count(open.length - 1, 'other file')}`;
  return [
    note('Permissions', `Other users of this computer may read ${named}${others}.`, {
      does: 'takes that right away',
      run: () => {
        for (const path of open) {
          const rights = rightsOf(join(folder, path)) & 0o700;
          if (rights !== 0) chmodSync(join(folder, path), rights);
        }
      },
    }),
  ];
}

/** 0 for links, whose own rights mean nothing, and for what has gone meanwhile. */
function rightsOf(path: string): number {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  return facts === undefined || facts.isSymbolicLink() ? 0 : facts.mode & 0o777;
}

export function diskFindings(folder: string): Finding[] {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const says = `${formatBytes(free)} are free.`;
  if (free < FREE_DISK_FLOOR) {
    return [problem('Disk', `${says} Nothing can be transcribed until some space is freed.`)];
  }
  if (free < COMFORTABLE_BYTES) return [note('Disk', `${says} Long recordings need up to 3 GB.`)];
  return [good('Disk', says)];
}

export function backupFindings(folder: string, now: number): Finding[] {
  const all = listBackups(folder);
  const damaged = all.filter(({ path }) => problemOf(path) !== null);
  const newest = all.find((backup) => !damaged.includes(backup));
  const findings = damaged.map(({ name }) => note('Backups', `The backup ${name} is damaged.`));
  if (readNote(folder)?.postgres) return findings;
  if (!newest) {
    const says = 'There is none yet. "steno backup" makes one; the service makes one a day.';
    return [...findings, note('Backups', says)];
  }
  const days = Math.floor((now - newest.createdAt) / DAY_MS);
  const age = days <= 0 ? 'today' : `${count(days, 'day')} ago`;
  const says = `${count(all.length - damaged.length, 'good one')}, the newest made ${age}.`;
  return [...findings, days > 7 ? note('Backups', says) : good('Backups', says)];
}
