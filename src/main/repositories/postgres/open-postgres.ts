/** Opens a PostgreSQL database for a data folder: checks everything first, and only then changes anything. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg, { type Client, type Pool } from 'pg';
import type { Clock } from '../../core/clock.ts';
import type { FolderMark } from '../../core/data-folder-watch.ts';
import { AppError } from '../../core/errors.ts';
import { newToken } from '../../core/ids.ts';
import {
  claimSharedFolder,
  DATABASE,
  type FolderNote,
  ownEntries,
  readNote,
  writeNote,
} from '../folder/data-folder.ts';
import { NEWEST, OLDEST_COMPATIBLE, postgresMigrations } from '../migrations/migrations.ts';
import { connect, type Place, readPlace, refusePooler } from './connect-postgres.ts';
import { keepLink, type Link, takenMeanwhile } from './held-connection.ts';
import { checkServer, type Found } from './postgres-checks.ts';
import { toDatabaseError } from './postgres-errors.ts';
import { TYPES } from './postgres-types.ts';
import {
  markOfService,
  markService,
  refuseOlderServices,
  refuseOtherStorage,
  unmarkService,
} from './service-marks.ts';
import { sessionName } from './service-rows.ts';
import { makeTaskSchema, TASK_VERSION } from './task-schema.ts';

/** Enough for this many windows at once and for the requests meanwhile. */
const CONNECTIONS = 10;
/** How long a query waits for one of them: a service with much to do is slow, its database is not away. */
const BUSY_MS = 20_000;
/** A service that hangs within a transaction would block the others: PostgreSQL rolls that back. */
const LIMIT_TRANSACTIONS = `SET idle_in_transaction_session_timeout = '15s'`;
/** Services start one after the other: the first creates the tables, the others find them. */
const START_IN_TURN = `SET lock_timeout = '60s'; SELECT pg_advisory_lock(1398031694, 9)`;
const STARTED = 'SELECT pg_advisory_unlock(1398031694, 9); SET lock_timeout = 0';

export type OpenedPostgres = { pool: Pool; link: Link; mark: FolderMark; close(): Promise<void> };

/**
 * `run` identifies this run of a service. With `ownFolder` the recordings are in a bucket, and each
 * service has a data folder of its own.
 * @throws database_unreachable, database_unusable, database_foreign, database_newer, database_in_use,
 *   data_not_writable, data_folder_foreign
 */
export async function openPostgres(
  url: string,
  folder: string,
  { clock, run, ownFolder = false }: { clock: Clock; run: string; ownFolder?: boolean },
): Promise<OpenedPostgres> {
  const named = readPlace(url);
  const place = { ...named, config: { ...named.config, application_name: sessionName(run) } };
  const client = await connect(place);
  try {
    await refusePooler(client, place);
    await client.query(START_IN_TURN);
    const found = await checkServer(client, place);
    const { config } = place;
    const link = await keepLink(client, { config, clock, recheck: (again) => recheck(again, id) });
    refuseOther(folder, found, { ownFolder });
    const { version, taskVersion } = found;
    const isBehind = version < NEWEST || taskVersion < TASK_VERSION;
    if (isBehind) await refuseOlderServices(client, place.name);
    if (!ownFolder) await refuseOtherStorage(client, folder);
    const note = claimSharedFolder(folder);
    markService(folder, run);
    const id = await prepare(client, { found, place, note, now: clock.now() });
    const now = { ...note, id, database: false, open: false, postgres: true };
    if (!isDeepStrictEqual(readNote(folder), now)) writeNote(folder, now);
    await client.query(STARTED);
    const pool = createPool(place);
    return {
      pool,
      link,
      mark: markOfService(folder, run),
      async close() {
        await pool.end();
        await link.end();
        unmarkService(folder, run);
      },
    };
  } catch (error) {
    await client.end().catch(() => {});
    throw toDatabaseError(error);
  }
}

/** @throws database_unreachable when the database now belongs to another folder, or this version cannot use it */
async function recheck(client: Client, folderId: string): Promise<void> {
  const { rows } = await client.query<{ id: string; oldest: number }>(
    'SELECT (SELECT id FROM data_folder) AS id, (SELECT oldest::int FROM steno_schema) AS oldest',
  );
  if (rows[0]?.id !== folderId) throw takenMeanwhile();
  if (rows[0].oldest > NEWEST) {
    throw new AppError('database_unreachable', {
      message: 'A newer Steno has changed the database. Update this one.',
    });
  }
}

/** The pool for a service's queries. A new connection is given up sooner, as `config` says. */
export function createPool({ config }: Place): Pool {
  const pool = new pg.Pool({
    max: CONNECTIONS,
    connectionTimeoutMillis: BUSY_MS,
    Client: class extends pg.Client {
      constructor() {
        super({ ...config, types: TYPES });
      }
    },
    // Not as a parameter of the start: PgBouncer refuses those that it does not know.
    onConnect: (client) => client.query(LIMIT_TRANSACTIONS),
  });
  // A lost connection shows at the next query; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** @throws database_unusable when folder and database do not belong together */
function refuseOther(
  folder: string,
  { folderId, isKnown }: Found,
  { ownFolder }: { ownFolder: boolean },
): void {
  const note = readNote(folder);
  const file = join(folder, DATABASE);
  const hasOwn = existsSync(file) && statSync(file).size > 0;
  // What a move has left of the file is no longer used.
  if (note?.database || (hasOwn && !note?.postgres)) {
    throw new AppError('database_unusable', {
      message: `The data folder ${folder} has a database of its own, ${DATABASE}. Choose another folder with --data to use PostgreSQL.`,
    });
  }
  const entries = ownEntries(folder);
  const knows = isKnown(entries.map(({ name }) => name));
  // A folder that lost its note is recognized by its recordings and uploads.
  const isNew = (note?.id ?? null) === null;
  const mayJoin = knows || (ownFolder && entries.length === 0);
  const isIts = note?.id === folderId || (isNew && mayJoin);
  if (folderId !== null && !isIts) {
    throw new AppError('database_unusable', {
      message: `The PostgreSQL database belongs to another data folder than ${folder}. Give that folder with --data, or another database.`,
    });
  }
  if (entries.length > 0 && !knows) {
    throw new AppError('database_unusable', {
      message: `The PostgreSQL database knows none of the recordings in ${folder}: it is another one, older than they are, or empty. Nothing was changed.`,
    });
  }
}

/** Records which data folder the database belongs to. Returns the folder's id. */
async function prepare(
  client: Client,
  { found, place, note, now }: { found: Found; place: Place; note: FolderNote; now: number },
): Promise<string> {
  const id = found.folderId ?? note.id ?? newToken();
  await makeTables(client, {
    found,
    place,
    async finish() {
      await client.query('DELETE FROM data_folder');
      await client.query('INSERT INTO data_folder VALUES ($1, $2)', [id, now]);
    },
  });
  return id;
}

/**
 * Updates the schemas, that of tasks in a transaction of its own, and runs `finish` with ours. @throws database_unusable
 */
export async function makeTables(
  client: Client,
  { found, place, finish }: { found: Found; place: Place; finish: () => Promise<void> },
): Promise<void> {
  try {
    await makeTaskSchema(client, found.taskVersion);
    await client.query('BEGIN');
    if (found.version < NEWEST) {
      if (!found.hasTrigrams) await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
      const missing = postgresMigrations(found.collation).slice(found.version);
      for (const statements of missing) await client.query(statements);
      await client.query('UPDATE steno_schema SET version = $1, oldest = $2', [
        ...[NEWEST, OLDEST_COMPATIBLE],
      ]);
    }
    await finish();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw new AppError('database_unusable', {
      message: `The tables could not be made in the database ${place.name}: ${place.hide(error)}. Nothing was changed.`,
    });
  }
}
