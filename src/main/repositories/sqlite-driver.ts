/** How queries reach SQLite: one connection, whose users take turns and wait while another program has the file. */
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { type Clock, systemClock } from '../clock.ts';
import { AppError, isNodeError } from '../errors.ts';

/** What shares one open file. */
export type SqliteFile = {
  sqlite: Sqlite;
  /** Runs one piece of work after the other; a transaction is one piece. */
  turns: Turns;
  prepare: ReturnType<typeof keepStatements>;
};

type Patience = {
  /** How long a write waits for another program that is writing; for ever with `Infinity`. */
  waitMs: number;
  /** The program stops: from then on nothing waits long. */
  signal?: AbortSignal;
  clock?: Clock;
};

type Turns = { take(): Promise<() => void> };
/** A connection as Kysely holds it: while a transaction lasts, the turn is its own. */
type Connection = DatabaseConnection & { end: (() => void) | null };

/** How often the file is tried again while another program writes to it. */
const TRY_AGAIN_MS = 40;
/** How long what must still be stored waits when the program stops. */
const LAST_WAIT_MS = 3_000;

/** The file, ready to be shared by dialects of different patience. SQLite itself must not wait: it would hold up everybody. */
export function shareFile(sqlite: Sqlite): SqliteFile {
  sqlite.pragma('busy_timeout = 0');
  return { sqlite, turns: createTurns(), prepare: keepStatements(sqlite) };
}

/** Kysely's way to a file that is open when it is asked; closing the file is its owner's business. */
export function createSqliteDialect(file: () => SqliteFile, patience: Patience): Dialect {
  return {
    createDriver: () => createDriver(file, patience),
    createAdapter: () => new PatientAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** The driver itself sees to it that users take turns. */
class PatientAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(file: () => SqliteFile, patience: Patience): Driver {
  const execute = <Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> => {
    const statement = file().prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };

  /** Takes a turn for as long as `work` says, and another one later where the file is in use. */
  const whenFree = async <Made>(work: (end: () => void) => Made): Promise<Made> => {
    for (const wait = createWait(patience); ; ) {
      const end = await file().turns.take();
      try {
        return work(end);
      } catch (error) {
        end();
        if (!isBusy(error)) throw error;
        await wait(error);
      }
    }
  };

  const connect = (): Connection => ({
    end: null,
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
    // On a full disk SQLite rolls back by itself; rolling back again would fail, and hide that the disk is full.
    if (command === 'COMMIT' || file().sqlite.inTransaction) file().sqlite.exec(command);
    (connection as Connection).end = null;
    end?.();
  };

  return {
    init: async () => {},
    acquireConnection: async () => connect(),
    // A transaction that begins by reading could not write any more once another program has written.
    async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings) {
      const command = accessMode === 'read only' ? 'BEGIN' : 'BEGIN IMMEDIATE';
      await whenFree((end) => {
        file().sqlite.exec(command);
        (connection as Connection).end = end;
      });
    },
    commitTransaction: async (connection) => finish(connection, 'COMMIT'),
    rollbackTransaction: async (connection) => finish(connection, 'ROLLBACK'),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

/** First come, first served. */
function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take() {
      const turn = Promise.withResolvers<void>();
      const before = last;
      last = turn.promise;
      await before;
      return turn.resolve;
    },
  };
}

/** Waits a little each time it is called. @throws database_busy when all patience is used up */
function createWait({ waitMs, signal, clock = systemClock }: Patience) {
  const startedAt = clock.mono();
  return async (cause: unknown): Promise<void> => {
    const limitMs = signal?.aborted ? Math.min(waitMs, LAST_WAIT_MS) : waitMs;
    if (clock.mono() - startedAt >= limitMs) throw new AppError('database_busy', { cause });
    await clock.sleep(TRY_AGAIN_MS);
  };
}

function isBusy(error: unknown): boolean {
  return isNodeError(error) && (error.code?.startsWith('SQLITE_BUSY') ?? false);
}

/** More than there are different queries; lists of ids of many lengths make many that come once. */
const KEPT = 200;

/** Prepares statements, each only once: compiling costs more than most queries do. */
function keepStatements(sqlite: Sqlite): (sql: string) => Statement<unknown[]> {
  const statements = new Map<string, Statement<unknown[]>>();
  return (sql) => {
    const statement = statements.get(sql) ?? sqlite.prepare(sql);
    // A map goes in the order of insertion, so the first one was used the longest ago.
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
