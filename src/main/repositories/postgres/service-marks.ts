/** Lets a starting service find out whether it fits the running ones, before anything is changed. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { type FolderMark, nameMark } from '../../core/data-folder-watch.ts';
import { AppError } from '../../core/errors.ts';
import { ownFile } from '../../core/file-paths.ts';
import { notWritable } from '../folder/data-folder.ts';
import { OLDEST_COMPATIBLE } from '../migrations/migrations.ts';
import { isAlive } from './service-rows.ts';

/** In the data folder: a file for each service that uses it. */
const MARKS = 'nodes';

/** A file that no other folder has, and that a share still has when it is mounted again. */
export const markOfService = (folder: string, id: string): FolderMark =>
  nameMark(join(folder, MARKS, id));

/** @throws data_not_writable */
export function markService(folder: string, id: string): void {
  try {
    mkdirSync(join(folder, MARKS), { recursive: true, mode: 0o700 });
    writeFileSync(ownFile(join(folder, MARKS), id), '', { mode: 0o600 });
  } catch (error) {
    throw notWritable(folder, error);
  }
}

export function unmarkService(folder: string, id: string): void {
  rmSync(ownFile(join(folder, MARKS), id), { force: true });
}

type Known = { id: string; name: string; version: string; knows: number };

async function aliveServices(client: Client): Promise<Known[]> {
  // Before version 12 of the schema it was called otherwise, and an id told of the times it had begun again.
  const found = await client.query<{ name: string | null }>(
    `SELECT COALESCE(to_regclass('services'), to_regclass('nodes'))::text AS name`,
  );
  const table = found.rows[0]?.name;
  if (!table) return [];
  const query = `SELECT split_part(id, '-', 1) AS id, name, version, knows::int
    FROM ${table} WHERE ${isAlive} ORDER BY name`;
  return (await client.query<Known>(query)).rows;
}

/** @throws database_unusable when a running service has its files elsewhere */
export async function refuseOtherStorage(client: Client, folder: string): Promise<void> {
  const services = await aliveServices(client);
  const other = services.find(({ id }) => !existsSync(ownFile(join(folder, MARKS), id)));
  if (!other) return;
  throw new AppError('database_unusable', {
    message: `The data folder ${folder} is not the one that ${other.name} uses with this database. Mount the same folder on all machines, and give it with --data.`,
  });
}

/** @throws database_unusable when the tables would be changed under running services that could not continue */
export async function refuseOlderServices(client: Client, database: string): Promise<void> {
  const older = (await aliveServices(client)).filter(({ knows }) => knows < OLDEST_COMPATIBLE);
  if (older.length === 0) return;
  const names = older.map(({ name, version }) => `${name} (${version})`).join(', ');
  throw new AppError('database_unusable', {
    message: `The tables of ${database} have to be changed for this version, which services that run now could not use. Stop them first: ${names}. Nothing was changed.`,
  });
}
