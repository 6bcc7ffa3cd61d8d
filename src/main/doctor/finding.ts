import { chmodSync, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formatBytes } from '../../shared/size.ts';
import { FREE_DISK_FLOOR } from '../media/disk.ts';
import { listBackups, problemOf } from '../repositories/folder/backups.ts';
import { namesIn } from '../repositories/folder/data-folder.ts';

/** What a look at one thing brought. */
export type Finding = {
  /** What was looked at, such as `Database`. */
  about: string;
  /** `note` is worth knowing; `problem` keeps something from working or endangers what is stored. */
  state: 'good' | 'note' | 'problem';
  /** A sentence; with what to do, where something is to be done. */
  says: string;
  /** What can be mended here. */
  mend?: Mend;
};

export type Mend = {
  /** What it does, for after "--fix". */
  does: string;
  run: () => void | Promise<void>;
};

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says });
export const note = (about: string, says: string, mend?: Mend): Finding => ({
  ...{ about, state: 'note', says },
  ...(mend && { mend }),
});
export const problem = (about: string, says: string, mend?: Mend): Finding => ({
  ...{ about, state: 'problem', says },
  ...(mend && { mend }),
});

/** `1 recording`, `3 recordings`. */
export const count = (number: number, thing: string): string =>
  `${number} ${thing}${number === 1 ? '' : 's'}`;

/** Says how many of a kind were found wrong. */
export function summary(findings: readonly Finding[]): string {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const notes = findings.filter(({ state }) => state === 'note').length;
  if (problems + notes === 0) return 'All is well.';
  return [count(problems, 'problem'), count(notes, 'note')].join(', ').concat('.');
}

/** The data folder: whose it is, who may read it, and whether there is room. */
const DAY_MS = 24 * 3_600_000;
/** What a recording of ten hours takes while it is transcribed, and some more. */
const COMFORTABLE_BYTES = 3_000_000_000;

/** Nobody but its owner needs to read anything in it. */
export function permissionFindings(folder: string): Finding[] {
  if (process.platform === 'win32') return [];
  const names = namesIn(folder).filter((name) => existsSync(join(folder, name)));
  const open = [folder, ...names.map((name) => join(folder, name))].filter(
    (path) => (statSync(path).mode & 0o077) !== 0,
  );
  if (open.length === 0) return [good('Permissions', 'Only you can read what is stored.')];
  return [
    note('Permissions', `Other users of this computer may read ${count(open.length, 'file')}.`, {
      does: 'takes that right away',
      run: () => {
        for (const path of open) chmodSync(path, statSync(path).mode & 0o700);
      },
    }),
  ];
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
  if (!newest) {
    const says = 'There is none yet. "steno backup" makes one; the service makes one a day.';
    return [...findings, note('Backups', says)];
  }
  const days = Math.floor((now - newest.createdAt) / DAY_MS);
  const age = days <= 0 ? 'today' : `${count(days, 'day')} ago`;
  const says = `${count(all.length - damaged.length, 'good one')}, the newest made ${age}.`;
  return [...findings, days > 7 ? note('Backups', says) : good('Backups', says)];
}
