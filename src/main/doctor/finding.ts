import { chmodSync, lstatSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { formatBytes } from '../../shared/size.ts';
import { FREE_DISK_FLOOR } from '../core/disk-space.ts';
import { listBackups, problemOf } from '../repositories/folder/backups.ts';
import { readNote } from '../repositories/folder/data-folder.ts';

/** The result of one check. */
export type Finding = {
  /** What was checked, such as `Database`. */
  about: string;
  /** `note` is for information; for a `problem`, something does not work or stored data is at risk. */
  state: 'good' | 'note' | 'problem';
  /** A sentence, with what to do if action is needed. */
  says: string;
  /** The repair, if there is one. */
  mend?: Mend;
};

export type Mend = {
  /** What it does, as a phrase after "--fix". */
  does: string;
  run: () => void | Promise<void>;
};

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says });
export const note = (about: string, says: string, mend?: Mend): Finding => ({
  about,
  state: 'note',
  says,
  ...(mend && { mend }),
});
export const problem = (about: string, says: string, mend?: Mend): Finding => ({
  about,
  state: 'problem',
  says,
  ...(mend && { mend }),
});

/** `1 recording`, `3 recordings`. */
export const count = (number: number, thing: string): string =>
  `${number} ${thing}${number === 1 ? '' : 's'}`;

/** Says how many problems and notes were found. */
export function summary(findings: readonly Finding[]): string {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const notes = findings.filter(({ state }) => state === 'note').length;
  if (problems + notes === 0) return 'All is well.';
  return [count(problems, 'problem'), count(notes, 'note')].join(', ').concat('.');
}

/** Checks the data folder's owner, permissions and free space. */
const DAY_MS = 24 * 3_600_000;
/** The space a recording of ten hours needs while it is transcribed, with some reserve. */
const COMFORTABLE_BYTES = 3_000_000_000;

/** Only its owner needs to read anything in it. */
export function permissionFindings(folder: string): Finding[] {
  if (process.platform === 'win32') return [];
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
