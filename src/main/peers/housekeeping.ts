/** What one of several services does for all, such as exporting, and removing what is old: whoever holds its task. */
import { type Clock, createPause } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { Database } from '../repositories/database.ts';
import { LostTaskError, type Task, type Tasks } from '../repositories/tasks/tasks.ts';

const KEY = 'all';
const BEAT_MS = 3_000;
/** A service that could not show for so long that it is at work may have lost the task. */
const SURE_MS = 9_000;

export type Housekeeping = {
  /** Whether this service does it. */
  isHere(): boolean;
  /** Claims a part of it, in a transaction where services share a database; null where another one does it by now. */
  claim<Work>(db: Database, claim: (trx: Database) => Promise<Work | null>): Promise<Work | null>;
  /** Calls `listener` when this service begins or ends to do it. */
  onChange(listener: () => void): void;
};
export type StartedHousekeeping = Housekeeping & {
  start(): Promise<void>;
  /** Gives the task to another service. */
  stop(): Promise<void>;
};

/** For a service that has its database to itself. */
export function ownHousekeeping(): StartedHousekeeping {
  return {
    isHere: () => true,
    claim: (db, claim) => claim(db),
    onChange: () => {},
    start: async () => {},
    stop: async () => {},
  };
}

export function createHousekeeping({
  db,
  tasks,
  clock,
  logger,
}: {
  db: Database;
  tasks: Tasks;
  clock: Clock;
  logger: Logger;
}): StartedHousekeeping {
  const listeners: (() => void)[] = [];
  const stopping = new AbortController();
  let held: Task | null = null;
  let sureAt = Number.NEGATIVE_INFINITY;
  const pause = createPause(clock);
  let unsubscribe = () => {};
  let loop: Promise<void> | null = null;

  const change = (task: Task | null): void => {
    if (task === held) return;
    held = task;
    for (const listener of listeners) listener();
  };

  const look = async (): Promise<void> => {
    const at = clock.mono();
    if (held && (await tasks.beat([held])).length > 0) change(null);
    const task = held ?? (await tasks.claim('housekeeping'));
    if (task) sureAt = at;
    change(task);
  };

  const keepLooking = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => {
        logger.debug({ err: error }, 'it is not known who does the housekeeping');
      });
      await pause.wait(BEAT_MS, stopping.signal);
    }
  };

  return {
    isHere: () => held !== null && clock.mono() - sureAt < SURE_MS,

    async claim(from, claim) {
      const task = held;
      if (!task) return null;
      try {
        return await from.transaction().execute(async (trx) => {
          await tasks.hold(trx, task);
          return claim(trx);
        });
      } catch (error) {
        if (error instanceof LostTaskError) return null;
        throw error;
      }
    },

    onChange: (listener) => void listeners.push(listener),

    async start() {
      if (loop) return;
      await db.transaction().execute((trx) => tasks.add(trx, 'housekeeping', [{ key: KEY }]));
      unsubscribe = tasks.onReady('housekeeping', () => {
        if (!held) pause.wake();
      });
      loop = keepLooking();
    },

    async stop() {
      stopping.abort();
      unsubscribe();
      await loop;
      const last = held;
      change(null);
      if (last) await tasks.passOn(last).catch(() => {});
    },
  };
}
