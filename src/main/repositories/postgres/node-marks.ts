/** Lets a starting service find out whether it fits the running ones, before anything is changed. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { AppError } from '../../errors.ts';
import { ownFile } from '../../file-paths.ts';
import { type FolderMark, nameMark } from '../../folder-watch.ts';
import { notWritable } from '../folder/data-folder.ts';
import { isAlive, runOf } from './node-rows.ts';
import { OLDEST_COMPATIBLE } from './postgres-schema.ts';

/** In the data folder: a file for each service that uses it. */
const MARKS = 'nodes';

/** A file that no other folder has, and that a share still has when it is mounted again. */
export const markOfNode = (folder: string, run: string): FolderMark =>
  nameMark(join(folder, MARKS, run));

/** @throws data_not_writable */
export function markNode(folder: string, run: string): void {
  try {
    mkdirSync(join(folder, MARKS), { recursive: true, mode: 0o700 });
    writeFileSync(ownFile(join(folder, MARKS), run), '', { mode: 0o600 });
  } catch (error) {
    throw notWritable(folder, error);
  }
}

export function unmarkNode(folder: string, run: string): void {
  rmSync(ownFile(join(folder, MARKS), run), { force: true });
}

type Known = { id: string; name: string; version: string; knows: number };

async function aliveNodes(client: Client): Promise<Known[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('nodes') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return [];
  const query = `SELECT id, name, version, knows::int FROM nodes WHERE ${isAlive} ORDER BY name`;
  return (await client.query<Known>(query)).rows;
}

/** @throws database_unusable when a running service has its files elsewhere */
export async function refuseOtherStorage(client: Client, folder: string): Promise<void> {
  const nodes = await aliveNodes(client);
  const other = nodes.find(({ id }) => !existsSync(ownFile(join(folder, MARKS), runOf(id))));
  if (!other) return;
  throw new AppError('database_unusable', {
    message: `The data folder ${folder} is not the one that ${other.name} uses with this database. Mount the same folder on all machines, and give it with --data.`,
  });
}

/** @throws database_unusable when the tables would be changed under running services that could not continue */
export async function refuseOlderNodes(client: Client, database: string): Promise<void> {
  const older = (await aliveNodes(client)).filter(({ knows }) => knows < OLDEST_COMPATIBLE);
  if (older.length === 0) return;
  const names = older.map(({ name, version }) => `${name} (${version})`).join(', ');
  throw new AppError('database_unusable', {
    message: `The tables of ${database} have to be changed for this version, which services that run now could not use. Stop them first: ${names}. Nothing was changed.`,
  });
}
