/**
 * The connection a service keeps as long as it runs: it shows the others that the service is alive, and receives their
 * messages. PostgreSQL ties the service's lock to the connection and releases both together.
 */
import pg, { type Client, type ClientConfig } from 'pg';
import { type Clock, systemClock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { toDatabaseError } from './postgres-errors.ts';

/** "STEN", followed by 0: the locks of single changes have other numbers. Services share it, a move holds it alone. */
const SHARED = 'SELECT pg_try_advisory_lock_shared(1398031694, 0) AS taken';
const ALONE = 'SELECT pg_try_advisory_lock(1398031694, 0) AS taken';
/** PostgreSQL notices a killed service with a short delay. */
const TRIES = 8;
const TRY_AGAIN_MS = 250;
/** How long an answer may take on this connection, on which only small queries run. */
const ANSWER_MS = 5_000;

export type Link = {
  /** Connects again after the connection was lost. @throws database_unreachable */
  keep(): Promise<void>;
  /** Runs a small query. Without an answer the connection counts as lost. @throws database_unreachable */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Listens to the channel from now on; also called after the connection was lost and restored, then without words. */
  listen(channel: string, onNotice: (words?: string) => void): Promise<void>;
  end(): Promise<void>;
};

type Keeping = {
  config: ClientConfig;
  clock?: Clock;
  /** Takes the lock alone, so that no other service uses the database meanwhile. */
  alone?: boolean;
  /** Throws if the database has been exchanged while the connection was lost. */
  recheck?: (client: Client) => Promise<void>;
};

/** Keeps an open connection. @throws database_in_use */
export async function keepLink(
  first: Client,
  { config, clock = systemClock, alone = false, recheck = async () => {} }: Keeping,
): Promise<Link> {
  const lock = alone ? ALONE : SHARED;
  for (let tries = 1; !(await tryLock(first, lock)); tries++) {
    if (tries === TRIES) throw taken(alone);
    await clock.sleep(TRY_AGAIN_MS);
  }
  let holder: Client | null = null;
  let ended = false;
  const listeners = new Map<string, (words?: string) => void>();
  const hold = async (client: Client): Promise<void> => {
    const lose = () => {
      if (holder === client) holder = null;
    };
    client.on('error', lose).on('end', lose);
    client.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload));
    for (const channel of listeners.keys()) await client.query(`LISTEN ${channel}`);
    holder = client;
  };
  await hold(first);

  const regain = async (): Promise<void> => {
    const client = new pg.Client(config);
    client.on('error', () => {});
    try {
      await client.connect();
      if (!(await tryLock(client, lock))) throw takenMeanwhile();
      await recheck(client);
      await hold(client);
    } catch (error) {
      await client.end().catch(() => {});
      throw toDatabaseError(error);
    }
    for (const onNotice of listeners.values()) onNotice();
  };

  let regaining: Promise<void> | null = null;
  const keep = async (): Promise<void> => {
    if (holder || ended) return;
    regaining ??= regain().finally(() => {
      regaining = null;
    });
    await regaining;
  };
  return {
    keep,
    async query<Row extends object>(sql: string, values: unknown[] = []) {
      await keep();
      const client = holder;
      if (!client) throw new AppError('database_unreachable');
      const done = new AbortController();
      const tooLate = clock.sleep(ANSWER_MS, done.signal).then(
        () => void client.end().catch(() => {}),
        () => {},
      );
      void tooLate;
      try {
        return (await client.query<Row>(sql, values)).rows;
      } catch (error) {
        throw toDatabaseError(error);
      } finally {
        done.abort();
      }
    },
    async listen(channel, onNotice) {
      listeners.set(channel, onNotice);
      await holder?.query(`LISTEN ${channel}`);
    },
    async end() {
      ended = true;
      await holder?.end().catch(() => {});
    },
  };
}

async function tryLock(client: Client, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(lock);
  return rows[0]?.taken === true;
}

const taken = (alone: boolean) =>
  new AppError('database_in_use', {
    message: alone
      ? 'Steno uses this database. Stop all services on it first, or choose another database.'
      : 'Another program of Steno has this database for itself. Wait until it is done, or choose another database.',
  });

/** @returns the error of a service whose database was given to another folder meanwhile */
export const takenMeanwhile = () =>
  new AppError('database_unreachable', { message: 'Another Steno uses this database now.' });
