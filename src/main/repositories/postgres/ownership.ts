/** That only one service uses a database: a lock that PostgreSQL holds for a connection and lets go with it. */
import pg, { type Client, type ClientConfig } from 'pg';
import { type Clock, systemClock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { toDatabaseError } from './postgres-errors.ts';

/** "STEN", and beside it 0: the locks of single changes have other numbers. */
const LOCK = 'SELECT pg_try_advisory_lock(1398031694, 0) AS taken';
/** PostgreSQL notices a moment late that a service was killed. */
const TRIES = 8;
const TRY_AGAIN_MS = 250;

export type Ownership = {
  /** Takes the lock again after the connection was lost. @throws database_unreachable */
  keep(): Promise<void>;
  end(): Promise<void>;
};

/** Takes the lock with an open connection. @throws already_running */
export async function takeOwnership(
  first: Client,
  config: ClientConfig,
  clock: Clock = systemClock,
): Promise<Ownership> {
  for (let tries = 1; !(await tryLock(first)); tries++) {
    if (tries === TRIES) {
      throw new AppError('already_running', {
        message: 'Another Steno uses this database. Stop it first, or choose another database.',
      });
    }
    await clock.sleep(TRY_AGAIN_MS);
  }
  let holder: Client | null = null;
  let ended = false;
  const hold = (client: Client): void => {
    holder = client;
    const lose = () => {
      if (holder === client) holder = null;
    };
    client.on('error', lose).on('end', lose);
  };
  hold(first);

  const regain = async (): Promise<void> => {
    const client = new pg.Client(config);
    client.on('error', () => {});
    try {
      await client.connect();
      if (!(await tryLock(client))) {
        throw new AppError('database_unreachable', {
          message: 'Another Steno uses this database now.',
        });
      }
      hold(client);
    } catch (error) {
      await client.end().catch(() => {});
      throw toDatabaseError(error);
    }
  };

  let regaining: Promise<void> | null = null;
  return {
    async keep() {
      if (holder || ended) return;
      regaining ??= regain().finally(() => {
        regaining = null;
      });
      await regaining;
    },
    async end() {
      ended = true;
      await holder?.end().catch(() => {});
    },
  };
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(LOCK);
  return rows[0]?.taken === true;
}
