import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { formatBytes } from '../../../shared/size.ts';
import { systemClock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { AppError } from '../../core/errors.ts';
import { createLogger } from '../../core/logger.ts';
import { bucketOf, listMedia } from '../../doctor/bucket-findings.ts';
import { backUp, listBackups } from '../../repositories/folder/backups.ts';
import { readNote } from '../../repositories/folder/data-folder.ts';
import { moveMedia } from '../../repositories/folder/move-media.ts';
import { copyFolder, restore } from '../../repositories/folder/restore.ts';
import { createBucketStorage } from '../../storage/load-bucket-storage.ts';
import { hideSecrets } from '../hide-environment-secrets.ts';
import { interruptible } from '../interruptible.ts';
import { printTable } from '../terminal/output.ts';
import { unlessInUse } from './folder-in-use.ts';

/** For a backup whose recordings are in a bucket. */
const MEDIA_LIST = 'recordings.txt';

/**
 * `steno backup`: a copy of the database in the data folder, or with `to` a copy of everything but models elsewhere.
 */
export async function makeBackup(config: Config, { to }: { to: string | null }): Promise<void> {
  const { dataDir } = config;
  requireDatabase(dataDir);
  if (to === null) {
    const { name, bytes } = backUp(dataDir, systemClock.now());
    process.stderr.write(
      `Backed the database up (${formatBytes(bytes)}). It holds no recordings.\n`,
    );
    process.stdout.write(`${name}\n`);
    return;
  }
  const bucket = bucketOf(config);
  if (bucket !== null) {
    // First, so that nothing is copied if the list cannot be made.
    const listed = await listMedia(bucket, systemClock);
    copyFolder(dataDir, to);
    writeFileSync(join(to, MEDIA_LIST), listed, { mode: 0o600 });
    process.stderr.write(
      `Copied the database. The recordings and uploads stay in ${bucket.url}, which is backed up by itself; ${MEDIA_LIST} lists them.\n`,
    );
    process.stdout.write(`${to}\n`);
    return;
  }
  const { entries, leftOut } = copyFolder(dataDir, to);
  for (const name of leftOut) process.stderr.write(`Left out: ${name}.\n`);
  const files = entries === 1 ? '1 file' : `${entries} files`;
  process.stderr.write(`Copied the database, and ${files} of recordings and uploads.\n`);
  process.stdout.write(`${to}\n`);
}

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

/** `steno restore`: restores a backup and moves the current data aside. */
export async function restoreBackup({ dataDir }: Config, source: string | null): Promise<void> {
  const { from, aside, strangers } = await unlessInUse(dataDir, () =>
    restore(dataDir, source, systemClock.now()),
  );
  const said = [
    `Went back to ${relative(dataDir, from).startsWith('..') ? from : relative(dataDir, from)}.`,
  ];
  if (aside !== null) said.push(`What was there before lies in ${aside}.`);
  if (strangers > 0) {
    said.push(
      `${strangers} recordings, uploads and works in progress that it does not know were moved aside; the next start transcribes again what it can.`,
    );
  }
  said.push('Everybody is signed out. Keys that were revoked since are in force again:');
  said.push('see "steno keys list".');
  process.stderr.write(`${said.join('\n')}\n`);
}

/** `steno migrate`: rows that are there already are skipped, so it can be run again after it was stopped. */
export async function migrateRows({ dataDir }: Config, database: string): Promise<void> {
  requireDatabase(dataDir);
  hideSecrets({ database, storage: null });
  const { moveToPostgres } = await import('../../repositories/postgres/move-to-postgres.ts');
  const { rows, aside } = await unlessInUse(dataDir, () =>
    moveToPostgres(dataDir, database, {
      clock: systemClock,
      tell: (table, count) => void process.stderr.write(`${table}: ${count}\n`),
    }),
  );
  process.stderr.write(
    `Moved ${rows} rows and compared each. The file they were in lies in ${aside}. Everybody is signed out. Start with "steno serve --database …".\n`,
  );
}

/** `steno storage move`: what is in the bucket already is not sent again, so it can be run again after it was stopped. */
export async function moveRecordings(config: Config): Promise<void> {
  const { dataDir, storage: bucket } = config;
  if (bucket === null) throw new AppError('storage_unusable');
  const storage = createBucketStorage(bucket, { clock: systemClock, logger: createLogger() });
  try {
    const { files, bytes, aside } = await interruptible((signal) =>
      unlessInUse(dataDir, () =>
        moveMedia(dataDir, storage, {
          now: systemClock.now(),
          signal,
          tell: (key, size) => void process.stderr.write(`${key} (${formatBytes(size)})\n`),
        }),
      ),
    );
    const left = aside === null ? '' : ` They lie in ${aside} as well, which may be deleted.`;
    process.stderr.write(
      `Moved ${files} files (${formatBytes(bytes)}) and compared each.${left} Start with "steno serve --storage ${storage.address}".\n`,
    );
  } finally {
    storage.close();
  }
}

function requireDatabase(dataDir: string): void {
  const note = readNote(dataDir);
  if (note?.postgres) {
    throw new AppError('database_unusable', {
      message: `What ${dataDir} holds belongs to a database in PostgreSQL. Back that up with pg_dump, and the folder with it.`,
    });
  }
  if (note?.database === true) return;
  throw new AppError('not_found', { message: `There is nothing to back up in ${dataDir}.` });
}
