/**
 * How queries reach SQLite: one connection, whose users take turns and wait while another program writes to the file.
 */
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { type Clock, systemClock } from '../core/clock.ts';
import type { FolderMark } from '../core/data-folder-watch.ts';
import { endIfSyncFailed } from '../core/durable-files.ts';
import { AppError, isNodeError } from '../core/errors.ts';
import { createMutex, type Mutex } from '../core/mutex.ts';
import { isDiskError } from '../core/system-errors.ts';
import { SQLITE } from './sql-dialect.ts';
import type { Tables } from './tables.ts';

/** The state shared by all users of one open file. */
export type SqliteFile = {
  sqlite: Sqlite;
  /** Runs one unit of work after another; a transaction is one unit. */
  mutex: Mutex;
  prepare: ReturnType<typeof keepStatements>;
  /** What waits for the transaction that is open to be committed. */
  afterCommit: (() => void)[];
  /** Of the data folder. What is written through the open file while the folder is away may never be seen again. */
  mark: FolderMark;
};

type Patience = {
  /** How long a write waits for another writing program; forever with `Infinity`. */
  waitMs: number;
  /** The service stops: from then on no write waits long. */
  signal?: AbortSignal;
  clock?: Clock;
};

/** A connection as Kysely holds it: a transaction keeps its turn until it ends. */
type Connection = DatabaseConnection & { end: (() => void) | null; writes: boolean };

/** How often to retry while another program writes to the file. */
const TRY_AGAIN_MS = 40;
/** How often to look for a data folder that is away. */
const LOOK_AGAIN_MS = 250;
/** How long writes at shutdown still wait. */
const LAST_WAIT_MS = 3_000;

/**
 * An open file to be shared by dialects with different patience. SQLite itself must not wait, since that would block
 * the thread.
 */
export function shareFile(sqlite: Sqlite, mark: FolderMark): SqliteFile {
  sqlite.pragma('busy_timeout = 0');
  return { sqlite, mutex: createMutex(), prepare: keepStatements(sqlite), afterCommit: [], mark };
}

/** Calls `run` once a transaction is committed, and never if it is rolled back; at once outside of one. */
export function afterCommit(trx: Kysely<Tables>, run: () => void): void {
  const { adapter } = trx.getExecutor();
  if (!(adapter instanceof PatientAdapter)) throw new Error('This database is not a file.');
  const { sqlite, afterCommit: waiting } = adapter.file();
  // One transaction is open at a time, so that this one is the caller's.
  if (sqlite.inTransaction) waiting.push(run);
  else run();
}

/** A Kysely dialect for a file that is open when first used; its owner closes it. */
export function createSqliteDialect(file: () => SqliteFile, patience: Patience): Dialect {
  return {
    createDriver: () => createDriver(file, patience),
    createAdapter: () => new PatientAdapter(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** The driver itself serializes its users. */
class PatientAdapter extends SqliteAdapter {
  readonly dialect = SQLITE;
  readonly file: () => SqliteFile;

  constructor(file: () => SqliteFile) {
    super();
    this.file = file;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(file: () => SqliteFile, patience: Patience): Driver {
  const requireFolder = (cause?: unknown): void => {
    if (!file().mark.isThereNow()) throw new AppError('data_folder_away', { cause });
  };

  /** A disk that was unmounted answers with errors of its own. */
  const asking = <Made>(work: () => Made): Made => {
    try {
      return work();
    } catch (error) {
      if (isDiskError(error)) requireFolder(error);
      endIfSyncFailed(error);
      throw error;
    }
  };

  const execute = <Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> => {
    const statement = file().prepare(sql);
    if (!(statement.readonly || file().sqlite.inTransaction)) requireFolder();
    return asking(() => {
      if (statement.reader) return { rows: statement.all(parameters) as Row[] };
      const { changes, lastInsertRowid } = statement.run(parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    });
  };

  /** Takes a turn for as long as `work` needs, and another one later if the file is in use. */
  const whenFree = async <Made>(work: (end: () => void) => Made): Promise<Made> => {
    for (const wait = createWait(patience); ; ) {
      const end = await file().mutex.take();
      try {
        // One that the disk did not let roll back is still open: nothing may be stored in it.
        if (file().sqlite.inTransaction) asking(() => file().sqlite.exec('ROLLBACK'));
        return work(end);
      } catch (error) {
        end();
        await wait(error);
      }
    }
  };

  const connect = (): Connection => ({
    end: null,
    writes: false,
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (this.end) return execute(query);
      return whenFree((end) => {
        const result = execute<Row>(query);
        end();
        return result;
      });
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for it, nothing here uses it
    async *streamQuery() {
      throw new Error('Read a page at a time instead.');
    },
  });

  const finish = (connection: DatabaseConnection, command: 'COMMIT' | 'ROLLBACK'): void => {
    const { end } = connection as Connection;
    if (command === 'COMMIT' && (connection as Connection).writes) requireFolder();
    // On a full disk SQLite rolls back by itself; a second rollback would fail and hide the cause.
    if (command === 'COMMIT' || file().sqlite.inTransaction) {
      asking(() => file().sqlite.exec(command));
    }
    (connection as Connection).end = null;
    const waiting = file().afterCommit.splice(0);
    end?.();
    if (command === 'COMMIT') for (const run of waiting) run();
  };

  return {
    init: async () => {},
    acquireConnection: async () => connect(),
    // A transaction that starts with a read could not write once another program has written.
    async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings) {
      const writes = accessMode !== 'read only';
      await whenFree((end) => {
        if (writes) requireFolder();
        asking(() => file().sqlite.exec(writes ? 'BEGIN IMMEDIATE' : 'BEGIN'));
        Object.assign(connection, { end, writes });
      });
    },
    commitTransaction: async (connection) => finish(connection, 'COMMIT'),
    rollbackTransaction: async (connection) => finish(connection, 'ROLLBACK'),
    // A transaction that could not even be rolled back does not keep the others waiting for ever.
    async releaseConnection(connection: DatabaseConnection) {
      (connection as Connection).end?.();
      (connection as Connection).end = null;
    },
    destroy: async () => {},
  };
}

/**
 * Waits a little on each call, until the file is free or the folder is back. @throws any other error at once,
 * database_busy once the patience is used up, data_folder_away without endless patience
 */
function createWait({ waitMs, signal, clock = systemClock }: Patience) {
  const startedAt = clock.mono();
  return async (cause: unknown): Promise<void> => {
    if (cause instanceof AppError && cause.code === 'data_folder_away') {
      if (Number.isFinite(waitMs) || signal?.aborted) throw cause;
      return clock.sleep(LOOK_AGAIN_MS);
    }
    if (!isBusy(cause)) throw cause;
    const limitMs = signal?.aborted ? Math.min(waitMs, LAST_WAIT_MS) : waitMs;
    if (clock.mono() - startedAt >= limitMs) throw new AppError('database_busy', { cause });
    await clock.sleep(TRY_AGAIN_MS);
  };
}

function isBusy(error: unknown): boolean {
  return isNodeError(error) && (error.code?.startsWith('SQLITE_BUSY') ?? false);
}

/** More than there are distinct queries; lists of ids of many lengths add queries that run only once. */
const KEPT = 200;

/** Caches prepared statements: compiling costs more than running most queries. */
function keepStatements(sqlite: Sqlite): (sql: string) => Statement<unknown[]> {
  const statements = new Map<string, Statement<unknown[]>>();
  return (sql) => {
    const statement = statements.get(sql) ?? sqlite.prepare(sql);
    // A map keeps insertion order, so the first entry is the least recently used.
    statements.delete(sql);
    statements.set(sql, statement);
    if (statements.size > KEPT) forgetFirst(statements);
    return statement;
  };
}

function forgetFirst(statements: Map<string, unknown>): void {
  const [first] = statements.keys();
  if (first !== undefined) statements.delete(first);
}
