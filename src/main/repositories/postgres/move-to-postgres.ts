/**
 * Moves the rows of a data folder from SQLite to PostgreSQL. It may be stopped and started again at any time: existing
 * rows are skipped, no service uses the database before all rows have been compared, and only then the file is moved
 * aside.
 */
import { isDeepStrictEqual } from 'node:util';
import { Kysely, sql } from 'kysely';
import type { Client, Pool } from 'pg';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import {
  asidePlace,
  DATABASE,
  moveAside,
  namesIn,
  readNote,
  writeNote,
} from '../folder/data-folder.ts';
import { PLUGINS } from '../sql-dialect.ts';
import { openDatabase } from '../sqlite-database.ts';
import type { Tables } from '../tables.ts';
import { connect, readPlace, refusePooler } from './connect-postgres.ts';
import { keepLink } from './held-connection.ts';
import { createPool, makeTables } from './open-postgres.ts';
import { checkServer } from './postgres-checks.ts';
import { createPostgresDialect } from './postgres-driver.ts';

/** Left out: backups are of the file, users sign in again, no service runs, and the owner is written last. */
type Table = Exclude<
  keyof Tables,
  'backups' | 'sessions' | 'signInCodes' | 'services' | 'dataFolder'
>;
/** Each table with its key; tables that others refer to come first. */
const KEYS: Record<Table, readonly string[]> = {
  apiKeys: ['id'],
  settings: ['name'],
  realTimeFactors: ['stage', 'model', 'device'],
  cardProofs: ['device', 'driver', 'file'],
  watchedFiles: ['path'],
  files: ['id'],
  removals: ['folder', 'name'],
  projects: ['id'],
  transcriptions: ['id'],
  highlights: ['id'],
  windows: ['transcriptionId', 'idx'],
  speech: ['transcriptionId', 'startMs'],
  suppressed: ['transcriptionId', 'windowIdx', 'idx'],
  speakers: ['transcriptionId', 'number'],
  segments: ['transcriptionId', 'windowIdx', 'idx'],
  heard: ['transcriptionId', 'windowIdx', 'idx'],
  edits: ['transcriptionId', 'number'],
  cueEdits: ['transcriptionId', 'startMs'],
  translations: ['transcriptionId', 'language'],
  translatedCues: ['transcriptionId', 'language', 'draft', 'idx'],
  structured: ['transcriptionId'],
  structurings: ['transcriptionId'],
  automaticExports: ['transcriptionId'],
  diarizations: ['transcriptionId'],
  voices: ['id'],
  voiceSamples: ['id'],
  ledger: ['id'],
  idempotencyKeys: ['owner', 'name'],
  events: ['seq'],
  deliveries: ['id'],
};
const TABLES = Object.entries(KEYS) as [Table, readonly string[]][];
/** The table as the databases name it. */
const storedName = (table: Table) =>
  table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A segment has fourteen values, and a statement takes 65,535. */
const ROWS_A_BATCH = 500;
/** Triggers that would change what is copied: the rows already contain their results. */
const QUIET = ['revised_by_new_segment', 'speaker_heard'];
const NUMBERED = [
  ['events', 'seq'],
  ['ledger', 'id'],
  ['voice_samples', 'id'],
] as const;

export type Moved = { rows: number; aside: string };

/**
 * @throws what `openDatabase` and `openPostgres` throw; database_unusable when the database holds the rows of another
 *   data folder, or rows that differ
 */
export async function moveToPostgres(
  folder: string,
  url: string,
  { clock, tell }: { clock: Clock; tell: (table: string, rows: number) => void },
): Promise<Moved> {
  const place = readPlace(url);
  const client = await connect(place);
  const ending: (() => Promise<void>)[] = [() => client.end()];
  try {
    await refusePooler(client, place);
    const found = await checkServer(client, place, { filling: true });
    const source = openDatabase(folder, { clock });
    ending.push(source.close);
    const { id } = await source.db.selectFrom('dataFolder').select('id').executeTakeFirstOrThrow();
    if (found.version > 0 && found.filledFrom !== id && found.folderId !== id) {
      throw new AppError('database_unusable', {
        message: `The database ${place.name} holds the rows of another data folder. Choose an empty one with --database.`,
      });
    }
    ending.push((await keepLink(client, { config: place.config, clock, alone: true })).end);
    await makeTables(client, { found, place, finish: () => beginFilling(client, id) });
    const pool = createPool(place);
    ending.push(() => pool.end());
    const target = connectTo(pool);
    let rows = 0;
    for (const [table, key] of TABLES) {
      const copied = await copy(source.db, target, { table, key });
      tell(storedName(table), copied);
      rows += copied;
    }
    for (const [table, key] of TABLES) await compare(source.db, target, { table, key });
    await endFilling(client, { id, now: clock.now() });
    await source.close();
    const note = readNote(folder);
    writeNote(folder, { ...note, id, database: false, open: false, postgres: true });
    const aside = asidePlace(folder, clock.now());
    moveAside(
      folder,
      aside,
      namesIn(folder).filter((name) => name.startsWith(DATABASE)),
    );
    return { rows, aside };
  } finally {
    for (const end of ending.reverse()) await end().catch(() => {});
  }
}

const connectTo = (pool: Pool): Database =>
  new Kysely<Tables>({
    dialect: createPostgresDialect(async () => pool, { waitMs: 0 }),
    plugins: PLUGINS,
  });

/** From here on no service uses the database until all rows have been compared. */
async function beginFilling(client: Client, id: string): Promise<void> {
  await client.query('UPDATE steno_schema SET filled_from = $1', [id]);
  await client.query('DELETE FROM data_folder');
  for (const name of QUIET) await client.query(`ALTER TABLE segments DISABLE TRIGGER ${name}`);
}

async function endFilling(client: Client, { id, now }: { id: string; now: number }): Promise<void> {
  await client.query('BEGIN');
  for (const name of QUIET) await client.query(`ALTER TABLE segments ENABLE TRIGGER ${name}`);
  for (const [table, column] of NUMBERED) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'),
        (SELECT COALESCE(MAX(${column}), 0) + 1 FROM ${table}), false)`,
    );
  }
  await client.query('INSERT INTO data_folder VALUES ($1, $2)', [id, now]);
  await client.query('UPDATE steno_schema SET filled_from = NULL');
  await client.query('COMMIT');
}

type Row = Record<string, unknown>;
type TableAndKey = { table: Table; key: readonly string[] };

/** How many rows the table has. */
async function copy(source: Database, target: Database, which: TableAndKey): Promise<number> {
  let count = 0;
  for await (const rows of pages(source, which)) {
    count += rows.length;
    await target
      .insertInto(which.table)
      .values(rows as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return count;
}

/** @throws database_unusable when a row is missing, different or surplus */
async function compare(source: Database, target: Database, which: TableAndKey): Promise<void> {
  const others = pages(target, which);
  for await (const rows of pages(source, which)) {
    const { value } = await others.next();
    if (!isDeepStrictEqual(rows.map(comparable), value?.map(comparable))) refuse(which.table);
  }
  if (!(await others.next()).done) refuse(which.table);
}

function refuse(table: Table): never {
  throw new AppError('database_unusable', {
    message: `The rows of ${storedName(table)} in PostgreSQL are not those of the data folder. Begin again with an empty database; the data folder is as it was.`,
  });
}

/** Made comparable: bytes without their class, and no NUL, which PostgreSQL's texts cannot hold. */
function comparable(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => {
        if (value instanceof Uint8Array) return [name, Buffer.from(value).toString('base64')];
        return [name, typeof value === 'string' ? value.replaceAll('\0', '') : value];
      }),
  );
}

async function* pages(db: Database, { table, key }: TableAndKey): AsyncGenerator<Row[], void> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let after: Row | undefined;
  for (;;) {
    const last = after;
    const condition = last
      ? sql`(${columns}) > (${sql.join(key.map((name) => last[name]))})`
      : sql`TRUE`;
    const { rows } = await sql<Row>`SELECT * FROM ${sql.table(table)} WHERE ${condition}
      ORDER BY ${columns} LIMIT ${ROWS_A_BATCH}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_A_BATCH) return;
    after = rows.at(-1);
  }
}
