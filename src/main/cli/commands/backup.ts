import { relative } from 'node:path';
import { formatBytes } from '../../../shared/size.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { backUp, listBackups } from '../../repositories/folder/backups.ts';
import { readNote } from '../../repositories/folder/data-folder.ts';
import { copyFolder, restore } from '../../repositories/folder/restore.ts';
import { printTable } from '../terminal/table.ts';

/** `steno backup`: a copy of the database in the data folder, or with `to` of all of it but models elsewhere. */
export function makeBackup({ dataDir }: Config, { to }: { to: string | null }): void {
  requireDatabase(dataDir);
  if (to === null) {
    const { name, bytes } = backUp(dataDir, systemClock.now());
    process.stderr.write(
      `Backed the database up (${formatBytes(bytes)}). It holds no recordings.\n`,
    );
    process.stdout.write(`${name}\n`);
    return;
  }
  const { entries } = copyFolder(dataDir, to);
  process.stderr.write(`Copied the database and ${entries} recordings and uploads.\n`);
  process.stdout.write(`${to}\n`);
}

/** `steno backup --list` */
export function printBackups({ dataDir }: Config): void {
  printTable(
    ['NAME', 'MADE (UTC)', 'SIZE'],
    listBackups(dataDir).map(({ name, createdAt, bytes }) => [
      name,
      new Date(createdAt).toISOString().slice(0, 16).replace('T', ' '),
      formatBytes(bytes),
    ]),
  );
}

/** `steno restore`: back to a backup, with what is there now moved aside. */
export function restoreBackup({ dataDir }: Config, source: string | null): void {
  const { from, aside, strangers } = restore(dataDir, source, systemClock.now());
  const said = [
    `Went back to ${relative(dataDir, from).startsWith('..') ? from : relative(dataDir, from)}.`,
  ];
  if (aside !== null) said.push(`What was there before lies in ${aside}.`);
  if (strangers > 0) {
    said.push(`${strangers} recordings and uploads that it does not know were moved there, too.`);
  }
  said.push('Everybody is signed out. Keys that were revoked since are in force again:');
  said.push('see "steno keys list".');
  process.stderr.write(`${said.join('\n')}\n`);
}

function requireDatabase(dataDir: string): void {
  if (readNote(dataDir)?.database === true) return;
  throw new AppError('not_found', { message: `There is nothing to back up in ${dataDir}.` });
}
