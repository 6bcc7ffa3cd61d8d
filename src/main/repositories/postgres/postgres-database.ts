import { Kysely, type KyselyConfig, sql, type TransactionBuilder } from 'kysely';
import { type Clock, systemClock } from '../../core/clock.ts';
import { newToken } from '../../core/ids.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { PLUGINS } from '../sql-dialect.ts';
import type { Tables } from '../tables.ts';
import type { Link } from './held-connection.ts';
import type { OpenedPostgres } from './open-postgres.ts';
import { createPostgresDialect, type Patience, whileUnreachable } from './postgres-driver.ts';
import { toDatabaseError } from './postgres-errors.ts';
import { createServiceRows, type ServiceRows } from './service-rows.ts';

/** How long a request waits while the database is unreachable. */
const WAIT_MS = 5_000;

/** What the engine of tasks needs beside our rows: it has statements and a channel of its own. */
export type TaskServer = {
  /** Sends statements outside of any transaction of ours. */
  query(statements: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Also calls `onNotice`, without words, after a lost connection was restored. */
  listen(channel: string, onNotice: (words?: string) => void): Promise<void>;
};

/** How PostgreSQL passes on texts of less than 8000 bytes. It keeps none. */
export type PeerChannel = {
  /** All at once, and in this order. Equal ones are passed on once. */
  send(texts: readonly string[]): Promise<void>;
  /** Also calls `onText`, without one, after a lost connection was restored. */
  listen(onText: (text?: string) => void): Promise<void>;
};

const CHANNEL = 'steno_news';

function createPeerChannel(link: () => Link): PeerChannel {
  // Nothing of it is on the disk that could be waited for.
  const hurry = () => link().query('SET synchronous_commit = off');
  return {
    async send(texts) {
      await link().query(
        `SELECT pg_notify('${CHANNEL}', text) FROM unnest($1::text[])
          WITH ORDINALITY AS message(text, place) ORDER BY place`,
        [texts],
      );
    },
    async listen(onText) {
      await link().listen(CHANNEL, (text) => {
        if (text === undefined) hurry().catch(() => {});
        onText(text);
      });
      await hurry();
    },
  };
}

/** A PostgreSQL database that is opened later. Its driver is loaded only then. */
export function createPostgresDatabase({
  url,
  clock = systemClock,
  ownFolder = false,
}: {
  url: string;
  clock?: Clock;
  /** Whether each service has a data folder of its own, with the recordings in a bucket. */
  ownFolder?: boolean;
}): OpenDatabase & {
  open(folder: string): Promise<void>;
  services: ServiceRows;
  peerChannel: PeerChannel;
  taskServer: TaskServer;
} {
  let opened: OpenedPostgres | null = null;
  const run = newToken();
  const stopping = new AbortController();
  const required = () => {
    if (!opened) throw new Error('The database is not open.');
    return opened;
  };
  const pool = async () => {
    await required().link.keep();
    return required().pool;
  };
  const withPatience = (waitMs: number): Patience => ({ waitMs, signal: stopping.signal, clock });
  const create = (patience: Patience) => ({
    dialect: createPostgresDialect(pool, patience),
    plugins: PLUGINS,
  });
  const forever = withPatience(Number.POSITIVE_INFINITY);
  return {
    db: new Kysely<Tables>(create(withPatience(WAIT_MS))),
    patient: new PatientKysely(create(forever), forever),
    async open(folder) {
      const { openPostgres } = await import('./open-postgres.ts');
      opened ??= await openPostgres(url, folder, { clock, run, ownFolder });
    },
    services: createServiceRows(() => required().link, run),
    peerChannel: createPeerChannel(() => required().link),
    taskServer: {
      query: async (statements, values) =>
        (await pool()).query(statements, values).catch((error: unknown) => {
          throw toDatabaseError(error);
        }),
      listen: (channel, onNotice) => required().link.listen(channel, onNotice),
    },
    mark: () => opened?.mark ?? null,
    hurry: () => stopping.abort(),
    checkpoint: async () => {},
    async close() {
      const closing = opened;
      opened = null;
      await closing?.close();
    },
  };
}

/** How much space the database takes on its server. */
export async function postgresBytes(db: Database): Promise<number> {
  const size = sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`;
  return (await size.execute(db)).rows[0]?.bytes ?? 0;
}

/** Repeats a whole transaction when the connection was lost before it was committed. */
class PatientKysely extends Kysely<Tables> {
  readonly #patience: Patience;

  constructor(config: KyselyConfig, patience: Patience) {
    super(config);
    this.#patience = patience;
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => whileUnreachable(this.#patience, () => execute(work));
    return builder;
  }
}
