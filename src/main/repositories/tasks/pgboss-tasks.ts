/** Tasks of several services on PostgreSQL. pg-boss keeps them in a schema of its own, beside our rows. */
import type { Db } from 'pg-boss';
import { z } from 'zod';
import { type Clock, every } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import type { Database } from '../database.ts';
import type { TaskServer } from '../postgres/postgres-database.ts';
import { TASK_SCHEMA } from '../postgres/task-schema.ts';
import { createHolders, type OpenedBoss } from './pgboss-holders.ts';
import { ALWAYS, attemptOf, insertOf, nextOf, OF_KEYS, TAKE, toTask } from './pgboss-jobs.ts';
import {
  GROUP_LIMITS,
  LONGEST_MS,
  LostTaskError,
  type OpenedTasks,
  type Permit,
  type Task,
  type TaskKind,
} from './tasks.ts';

/** A holder that was silent for as long has lost its task. The shortest that pg-boss takes. */
const SILENT_S = 10;
/** How often one of the services looks for such. */
const LOOK_S = 2;
/** How often a service asks on its own: for what is due now, what a dead one held, and where no notice arrives. */
const ASK_MS = 3_000;
/** Ends what is shown to be worked on forever. */
const LONGEST_S = 24 * 3_600;
/** How long what has ended is kept, and how often that is tidied. */
const ENDED_S = 3_600;
const TIDY_S = 600;
/** What waits is never dropped, and is tried until it is canceled. */
const FOREVER_S = 50 * 365 * 86_400;

const QUEUE = {
  expireInSeconds: LONGEST_S,
  heartbeatSeconds: SILENT_S,
  deleteAfterSeconds: ENDED_S,
  retentionSeconds: FOREVER_S,
  retryLimit: ALWAYS,
  retryDelay: 0,
  notify: true,
  // A long queue is no problem to warn of.
  warningQueueSize: ALWAYS,
};

/** What pg-boss answers to a command; its types leave it open. */
const Answer = z.object({ affected: z.number(), settled: z.array(z.string()) });

const Found = z.array(z.object({ id: z.string() }));

/** Windows alone are in the hands of others. */
const queueOf = (kind: TaskKind) =>
  kind === 'window' ? { ...QUEUE, expireInSeconds: LONGEST_MS / 1000 } : QUEUE;

type Parts = {
  db: Database;
  clock: Clock;
  logger: Logger;
  server: TaskServer;
  /** This run of this service: it is noted at what it holds itself. */
  run: string;
};

/** Tasks in the database of `db`; `open` comes first. */
export function createPgBossTasks({ db, clock, logger, server, run }: Parts): OpenedTasks {
  let opened: OpenedBoss | null = null;
  const required = (): OpenedBoss => {
    if (!opened) throw new Error('The tasks are not open.');
    return opened;
  };
  const wakers = new Map<TaskKind, Set<() => void>>();
  const wake = (kind?: string): void => {
    for (const [name, listeners] of wakers) {
      if (kind === undefined || kind === name) for (const listener of listeners) listener();
    }
  };
  const connection: Db = {
    executeSql: (text, values) => server.query(text, values),
    async listen(channel, onNotice, onReconnect) {
      await server.listen(channel, (kind) => {
        if (kind === undefined) onReconnect();
        else onNotice(kind);
        wake(kind);
      });
      return { close: async () => {} };
    },
  };
  /** Shows that these are worked on; tells which are their holder's. */
  const touch = async <Held extends Permit>(
    trx: Database,
    kind: TaskKind,
    held: readonly Held[],
  ): Promise<Held[]> => {
    const { boss, within } = required();
    // An answer names no attempts. Of two, only the latest can be its holder's.
    const latest = held.filter(
      (one) => !held.some((o) => o.id === one.id && o.attempt > one.attempt),
    );
    const answer = await boss.touch(kind, latest.map(attemptOf), within(trx));
    const { settled } = Answer.parse(answer);
    return latest.filter(({ id }) => settled.includes(id));
  };

  const { noteHolder, takeBack } = createHolders(required, run);
  const giveBack = (task: Task, failures: number): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { boss, within } = required();
      const { kind, id, attempt, losses } = task;
      const answer = await boss.fail(kind, attemptOf(task), null, within(trx));
      if (Answer.parse(answer).affected === 0) return;
      const known = { failures, passedOn: attempt - failures - losses };
      await boss.update(kind, known, { id, ...within(trx) });
    });

  const askOften = async (ask: () => void, ended: AbortSignal): Promise<void> => {
    for await (const _turn of every(clock, ASK_MS, ended)) ask();
  };

  return {
    async open(ended) {
      const { PgBoss, fromKysely } = await import('pg-boss');
      const boss = new PgBoss({ db: connection, ...OPTIONS });
      boss.on('error', (err) => {
        // It looks again every two seconds, and others say that the database is away.
        const isAway = err instanceof AppError && err.code === 'database_unreachable';
        logger[isAway ? 'debug' : 'warn']({ err }, 'the engine of tasks stumbled');
      });
      boss.on('warning', ({ message, data }) => logger.warn({ data }, message));
      try {
        await boss.start();
        for (const kind of KINDS) {
          await boss.createQueue(kind, { ...queueOf(kind), policy: 'exclusive' });
          await boss.updateQueue(kind, queueOf(kind));
        }
      } catch (error) {
        await boss.stop({ graceful: false });
        throw error;
      }
      // Its own columns keep their names.
      opened = { boss, within: (trx) => ({ db: fromKysely(trx.withoutPlugins()) }) };
      if (ended.length > 0) await takeBack(db, ended);
    },

    async close() {
      const closing = opened;
      opened = null;
      wakers.clear();
      await closing?.boss.stop({ graceful: false });
    },

    async add(trx, kind, tasks) {
      if (tasks.length === 0) return;
      const { boss, within } = required();
      const now = clock.now();
      const jobs = tasks.map((task) => insertOf(task, now));
      await boss.insert(kind, jobs, within(trx));
    },

    async claim(kind, exceptGroups = [], holder = 'here') {
      const { boss, within } = required();
      // Should the answer be lost with the connection, nobody beats for what was claimed, and it is claimed again.
      const next = { ...nextOf(kind, clock.now()), ignoreGroups: [...exceptGroups] };
      const [job] = await boss.fetch(kind, { ...next, ...within(db) });
      if (!job) return null;
      const task = toTask(kind, job);
      // There may be many webhooks, and one that was interrupted waits for a minute at least.
      return holder === 'here' && kind !== 'webhook' ? noteHolder(db, task) : task;
    },

    async find(permit) {
      const { boss, within } = required();
      const job = await boss.getJobById(permit.kind, permit.id, within(db));
      const isHeld = job?.state === 'active' && job.retryCount === permit.attempt - 1;
      return isHeld ? toTask(permit.kind, job) : null;
    },

    async take(trx, kind, key) {
      const { boss, within } = required();
      await boss.insert(kind, [insertOf({ key }, clock.now())], within(trx));
      const { rows } = await within(trx).db.executeSql(TAKE, [kind, key]);
      const [job]: unknown[] = rows;
      if (!job) throw new LostTaskError({ kind, key, attempt: 0 });
      return noteHolder(trx, toTask(kind, job));
    },

    async hold(trx, task) {
      if ((await touch(trx, task.kind, [task])).length === 0) throw new LostTaskError(task);
    },

    async beat(held) {
      const lost: (typeof held)[number][] = [];
      for (const kind of KINDS) {
        const tasks = held.filter((task) => task.kind === kind);
        if (tasks.length === 0) continue;
        const kept = await touch(db, kind, tasks);
        lost.push(...tasks.filter((task) => !kept.includes(task)));
      }
      return lost;
    },

    async settle(trx, task) {
      const { boss, within } = required();
      const answer = await boss.complete(task.kind, attemptOf(task), null, within(trx));
      if (Answer.parse(answer).affected === 0) throw new LostTaskError(task);
    },

    fail: (task) => giveBack(task, task.failures + 1),
    passOn: (task) => giveBack(task, task.failures),

    async cancel(trx, kind, keys) {
      const { boss, within } = required();
      const { rows } = await within(trx).db.executeSql(OF_KEYS, [kind, keys]);
      const ids = Found.parse(rows).map(({ id }) => id);
      if (ids.length > 0) await boss.cancel(kind, ids, within(trx));
    },

    onReady(kind, listener) {
      const listeners = wakers.get(kind) ?? new Set();
      wakers.set(kind, listeners.add(listener));
      const ended = new AbortController();
      void askOften(listener, ended.signal);
      return () => {
        ended.abort();
        listeners.delete(listener);
      };
    },
  };
}

const KINDS = Object.keys(GROUP_LIMITS) as TaskKind[];

const OPTIONS = {
  schema: TASK_SCHEMA,
  migrate: false,
  schedule: false,
  useListenNotify: true,
  superviseIntervalSeconds: LOOK_S,
  monitorIntervalSeconds: LOOK_S,
  maintenanceIntervalSeconds: TIDY_S,
  openTelemetry: { enabled: false },
};
