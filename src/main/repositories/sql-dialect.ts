/**
 * The few differences between the SQL of SQLite and PostgreSQL. All other SQL of the repositories works with both;
 * `fold`, which casefolds as casefold.ts does, is a function each database is given; the schema and its indexes name it.
 */
import {
  CamelCasePlugin,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { CREDENTIALS } from '../core/url-credentials.ts';
import type { Tables } from './tables.ts';
import { trigramsOfPostgres, trigramsOfSqlite } from './transcripts/search-words.ts';

type Database = Kysely<Tables>;
type Query<Db, Table extends keyof Db, Row> = SelectQueryBuilder<Db, Table, Row>;

export type SqlDialect = {
  /** Whether a text holds a part, which is casefolded; case and accents do not count. */
  contains(text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool>;
  /** A column of URLs, without user names and passwords. */
  address(column: string): RawBuilder<string>;
  /** The strings of a JSON array, as rows of the table `one` with the column `value`. */
  elements(column: string): RawBuilder<unknown>;
  /** A string in a JSON object. */
  field(column: string, name: string): RawBuilder<string | null>;
  /** The day (UTC), as YYYY-MM-DD, of a column of milliseconds. */
  day(column: string): RawBuilder<string>;
  textOf(bytes: Uint8Array): RawBuilder<string>;
  bytesOf(column: string): RawBuilder<Uint8Array>;
  /** Whether the row of the index `search` holds all words. */
  matches(words: readonly string[]): RawBuilder<SqlBool>;
  /** A join that reads its left side first; SQLite would otherwise choose. */
  joinInOrder: RawBuilder<unknown>;
  /** Locks the rows until the transaction ends. SQLite has one writer at a time anyway. */
  locked<Db, Table extends keyof Db, Row>(query: Query<Db, Table, Row>): Query<Db, Table, Row>;
  /** Keeps the rows as they are until the transaction ends; others may do so at the same time. */
  kept<Db, Table extends keyof Db, Row>(query: Query<Db, Table, Row>): Query<Db, Table, Row>;
  /** Locks them without reading them. */
  hold<Db, Table extends keyof Db, Row>(query: Query<Db, Table, Row>): Promise<void>;
  /** Lets one transaction at a time continue, until it ends. */
  queueUp(trx: Database, queue: Queue): Promise<void>;
  /** Lets one transaction at a time add words to a transcription, until it ends: they are numbered as they come. */
  addWords(trx: Database, id: string): Promise<void>;
  /** Everything read from now on in this transaction is from the same moment. Its first statement. */
  fixMoment(trx: Database): Promise<void>;
  /** Reads from the same moment, without locking rows. */
  together<Made>(db: Database, read: (trx: Database) => Promise<Made>): Promise<Made>;
  /** A change to the order of the queue, which must not run at the same time as another one. */
  alone<Made>(db: Database, queue: Queue, work: (trx: Database) => Promise<Made>): Promise<Made>;
};

/** Tables and columns have the program's words, `created_at` being `createdAt`, except in SQL written as text. */
export const PLUGINS = [new CamelCasePlugin()];

/** Both take a limited number of values in one statement. */
export function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    yield rows.slice(at, at + ROWS_A_STATEMENT);
  }
}
const ROWS_A_STATEMENT = 500;

/** The larger of a column and another number; what both databases understand. */
export function later(column: string, other: RawBuilder<unknown>): RawBuilder<number> {
  const own = sql.ref(column);
  return sql<number>`CASE WHEN ${own} > ${other} THEN ${own} ELSE ${other} END`;
}

/** What runs one at a time: numbering new transcriptions, claiming waiting ones, learning voices, naming projects. */
const QUEUES = { numbers: 1, claims: 2, voices: 4, projects: 5 } as const;
type Queue = keyof typeof QUEUES;

export function dialectOf(db: Database): SqlDialect {
  const adapter = db.getExecutor().adapter as { dialect?: SqlDialect };
  if (!adapter.dialect) throw new Error('This database has no dialect.');
  return adapter.dialect;
}

export const SQLITE: SqlDialect = {
  contains: (text, part) => sql`instr(fold(${text}), ${part}) > 0`,
  address: (column) => sql`without_credentials(${sql.ref(column)})`,
  elements: (column) => sql`json_each(${sql.ref(column)}) AS one`,
  field: (column, name) => sql`json_extract(${sql.ref(column)}, ${`$.${name}`})`,
  day: (column) => sql`date(${sql.ref(column)} / 1000, 'unixepoch')`,
  textOf: (bytes) => sql`CAST(${bytes} AS TEXT)`,
  bytesOf: (column) => sql`CAST(${sql.ref(column)} AS BLOB)`,
  matches: trigramsOfSqlite,
  joinInOrder: sql`CROSS JOIN`,
  locked: (query) => query,
  kept: (query) => query,
  hold: async () => {},
  queueUp: async () => {},
  addWords: async () => {},
  fixMoment: async () => {},
  together: (db, read) => db.transaction().setAccessMode('read only').execute(read),
  alone: (db, _queue, work) => db.transaction().execute(work),
};

/** "STEN", which distinguishes our locks from those of other programs. */
const LOCKS = 0x5354454e;

export const POSTGRES: SqlDialect = {
  contains: (text, part) => sql`strpos(fold(${text}), ${part}) > 0`,
  address: (column) => sql`regexp_replace(${sql.ref(column)}, ${CREDENTIALS.source}, '\\1')`,
  elements: (column) => sql`jsonb_array_elements_text(${sql.ref(column)}::jsonb) AS one(value)`,
  field: (column, name) => sql`(${sql.ref(column)}::jsonb ->> ${name})`,
  day: (column) =>
    sql`to_char(to_timestamp(${sql.ref(column)} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  textOf: (bytes) => sql`convert_from(${bytes}, 'UTF8')`,
  bytesOf: (column) => sql`convert_to(${sql.ref(column)}, 'UTF8')`,
  matches: trigramsOfPostgres,
  joinInOrder: sql`JOIN`,
  locked: (query) => query.forNoKeyUpdate(),
  kept: (query) => query.forShare(),
  async hold(query) {
    await query.forNoKeyUpdate().execute();
  },
  async queueUp(trx, queue) {
    await sql`SELECT pg_advisory_xact_lock(${LOCKS}::int, ${QUEUES[queue]}::int)`.execute(trx);
  },
  async addWords(trx, id) {
    await sql`SELECT pg_advisory_xact_lock(hashtext('words'), hashtext(${id}))`.execute(trx);
  },
  async fixMoment(trx) {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(trx);
  },
  together: (db, read) =>
    db.transaction().execute(async (trx) => {
      await POSTGRES.fixMoment(trx);
      return read(trx);
    }),
  alone: (db, queue, work) =>
    db.transaction().execute(async (trx) => {
      await POSTGRES.queueUp(trx, queue);
      return work(trx);
    }),
};
