/** Sends queries to PostgreSQL: each takes a connection of the pool, and a transaction keeps its own until it ends. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { type Clock, systemClock } from '../../core/clock.ts';
import { POSTGRES } from '../sql-dialect.ts';
import { isUnreachable, toDatabaseError } from './postgres-errors.ts';

export type Patience = {
  /** How long a query waits for a database that is unreachable; forever with `Infinity`. */
  waitMs: number;
  /** The service is stopping: from then on no query waits long. */
  signal?: AbortSignal;
  clock?: Clock;
};

type Connection = DatabaseConnection & { client: PoolClient | null };

/** How often a query is tried again while the database is unreachable. */
const TRY_AGAIN_MS = 250;
/** How long a query still waits during shutdown. */
const LAST_WAIT_MS = 3_000;

/** A Kysely dialect for a pool that is there when first used; its owner ends it. */
export function createPostgresDialect(pool: () => Promise<Pool>, patience: Patience): Dialect {
  return {
    createDriver: () => createDriver(pool, patience),
    createAdapter: () => new WordedAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

class WordedAdapter extends PostgresAdapter {
  readonly dialect = POSTGRES;
}

function createDriver(pool: () => Promise<Pool>, patience: Patience): Driver {
  const connect = (): Connection => ({
    client: null,
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (this.client) return execute(this.client, query);
      // A query outside a transaction may run twice if its answer is lost; such queries are written to allow that.
      return whileUnreachable(patience, async () => {
        const client = await take(pool);
        return execute<Row>(client, query).finally(() => client.release());
      });
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for it, nothing here uses it
    async *streamQuery() {
      throw new Error('Read a page at a time instead.');
    },
  });

  const finish = async (connection: DatabaseConnection, command: 'COMMIT' | 'ROLLBACK') => {
    const { client } = connection as Connection;
    if (!client) return;
    (connection as Connection).client = null;
    if (command === 'ROLLBACK') return rollBack(client);
    await commit(client, pool, patience);
  };

  return {
    init: async () => {},
    acquireConnection: async () => connect(),
    async beginTransaction(connection: DatabaseConnection) {
      (connection as Connection).client = await whileUnreachable(patience, async () => {
        const client = await take(pool);
        await client.query('BEGIN').catch((error: unknown) => {
          client.release(true);
          throw toDatabaseError(error);
        });
        return client;
      });
    },
    commitTransaction: (connection) => finish(connection, 'COMMIT'),
    rollbackTransaction: (connection) => finish(connection, 'ROLLBACK'),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

async function take(pool: () => Promise<Pool>): Promise<PoolClient> {
  try {
    return await (await pool()).connect();
  } catch (error) {
    throw toDatabaseError(error);
  }
}

async function execute<Row>(
  client: PoolClient,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  try {
    const { command, rowCount, rows } = await client.query(sql, parameters.map(withoutNul));
    return {
      rows: rows as Row[],
      ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  } catch (error) {
    throw toDatabaseError(error);
  }
}

/** PostgreSQL's text has no place for NUL, which no text needs. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}

async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch {
    // Without its connection a transaction is rolled back anyway; the original error is the one to report.
    client.release(true);
  }
}

/**
 * Commits. If the answer is lost with the connection, PostgreSQL is asked later whether the transaction was committed.
 * @throws database_unreachable when nothing was committed
 */
async function commit(client: PoolClient, pool: () => Promise<Pool>, patience: Patience) {
  let id: string | null = null;
  try {
    const { rows } = await client.query('SELECT pg_current_xact_id_if_assigned()::text AS id');
    id = (rows[0] as { id: string | null }).id;
    const { command } = await client.query('COMMIT');
    if (command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back.');
  } catch (thrown) {
    client.release(true);
    const error = toDatabaseError(thrown);
    if (isUnreachable(error) && id !== null && (await wasCommitted(id, pool, patience))) return;
    throw error;
  }
  client.release();
}

async function wasCommitted(id: string, pool: () => Promise<Pool>, patience: Patience) {
  const { clock = systemClock } = patience;
  for (;;) {
    const status = await whileUnreachable(patience, async () => {
      const client = await take(pool);
      try {
        const { rows } = await client.query('SELECT pg_xact_status($1::xid8) AS status', [id]);
        return (rows[0] as { status: string | null }).status;
      } catch (error) {
        throw toDatabaseError(error);
      } finally {
        client.release();
      }
    });
    if (status !== 'in progress') return status === 'committed';
    await clock.sleep(TRY_AGAIN_MS);
  }
}

/** Tries again until the database can be reached or the waiting time is over. */
export async function whileUnreachable<Made>(
  { waitMs, signal, clock = systemClock }: Patience,
  work: () => Promise<Made>,
): Promise<Made> {
  const startedAt = clock.mono();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const limitMs = signal?.aborted ? Math.min(waitMs, LAST_WAIT_MS) : waitMs;
      if (!isUnreachable(error) || clock.mono() - startedAt >= limitMs) throw error;
      await clock.sleep(TRY_AGAIN_MS);
    }
  }
}
