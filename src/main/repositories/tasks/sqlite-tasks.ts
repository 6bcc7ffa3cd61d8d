/**
 * Tasks in a database file, which one service has open: the rows that wait are the tasks, and what is held is known in
 * memory. So nothing is held after a start.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { createMutex } from '../../core/mutex.ts';
import type { Database } from '../database.ts';
import { afterCommit } from '../sqlite-driver.ts';
import {
  GROUP_LIMITS,
  type Holder,
  LONGEST_MS,
  LostTaskError,
  type OpenedTasks,
  type Permit,
  type Task,
  type TaskKind,
} from './tasks.ts';

/**
 * How often it is looked for silent holders, and how many looks without a sign of life end a claim. Looks are counted,
 * not time: after this machine was suspended, holders are heard first.
 */
const LOOK_MS = 5_000;
const MOST_LOOKS = 4;

/** The row to work on next; null if none is due. */
export type NextRow = (
  db: Database,
  wanted: {
    now: number;
    /** What is held: it is neither due nor over. */
    exceptKeys: readonly string[];
    /** Of what waits, not these. */
    exceptGroups: readonly string[];
  },
) => Promise<{ key: string; group: string } | null>;

type Held = Task & {
  group: string;
  holder: Holder;
  claimedAt: number;
  /** Since its holder was last heard of. */
  looks: number;
};

/** What became of the attempts so far. */
type Tries = Pick<Task, 'attempt' | 'failures' | 'losses'>;
const NEVER: Tries = { attempt: 0, failures: 0, losses: 0 };

/** `rows` finds what there is to do of each kind that is claimed. */
export function createSqliteTasks(
  { db, clock }: { db: Database; clock: Clock },
  rows: Partial<Record<TaskKind, NextRow>>,
): OpenedTasks {
  const held = new Map<string, Held>();
  /** The ids of what is held, and the attempts at what came back, by kind and key. */
  const ids = new Map<string, string>();
  const tried = new Map<string, Tries>();
  const listeners = new Set<{ kind: TaskKind; wake: () => void }>();
  const mutex = createMutex();
  const closing = new AbortController();
  let looking = false;

  const nameOf = ({ kind, key }: { kind: TaskKind; key: string }) => `${kind} ${key}`;
  const heldWith = ({ kind, id, attempt }: Permit): Held | null => {
    const task = held.get(id);
    return task?.kind === kind && task.attempt === attempt ? task : null;
  };
  const wakeAll = (kind: TaskKind): void => {
    for (const listener of listeners) if (listener.kind === kind) listener.wake();
  };
  const release = (name: string): void => {
    held.delete(ids.get(name) ?? '');
    ids.delete(name);
  };
  const end = (kind: TaskKind, key: string): void => {
    release(nameOf({ kind, key }));
    tried.delete(nameOf({ kind, key }));
  };
  const requireHeld = (task: Task): void => {
    if (!heldWith(task)) throw new LostTaskError(task);
  };
  const comesBack = (task: Held, { failures = 0, losses = 0 }: Partial<Tries> = {}): void => {
    release(nameOf(task));
    tried.set(nameOf(task), {
      attempt: task.attempt,
      failures: task.failures + failures,
      losses: task.losses + losses,
    });
    wakeAll(task.kind);
  };

  const next = (kind: TaskKind, key: string): Task => {
    const before = tried.get(nameOf({ kind, key })) ?? NEVER;
    return { kind, id: randomUUID(), key, ...before, attempt: before.attempt + 1 };
  };
  const keep = (task: Task, group: string, holder: Holder): void => {
    held.set(task.id, { ...task, group, holder, claimedAt: clock.mono(), looks: 0 });
    ids.set(nameOf(task), task.id);
  };

  const isSilent = (task: Held): boolean =>
    ++task.looks >= MOST_LOOKS || clock.mono() - task.claimedAt > LONGEST_MS;

  /** Takes back what holders elsewhere are silent about, while there are any. */
  const keepLooking = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    const elsewhere = () => [...held.values()].filter(({ holder }) => holder === 'elsewhere');
    while (elsewhere().length > 0 && !closing.signal.aborted) {
      await clock.sleep(LOOK_MS, closing.signal).catch(() => {});
      for (const task of elsewhere().filter(isSilent)) comesBack(task, { losses: 1 });
    }
    looking = false;
  };

  const claimNext = async (
    kind: TaskKind,
    others: readonly string[],
    holder: Holder,
  ): Promise<Task | null> => {
    const mine = [...held.values()].filter((task) => task.kind === kind);
    const groups = Map.groupBy(mine, ({ group }) => group);
    const full = [...groups].filter(([, tasks]) => tasks.length >= GROUP_LIMITS[kind]);
    const found = await rows[kind]?.(db, {
      now: clock.now(),
      exceptKeys: mine.map(({ key }) => key),
      exceptGroups: [...full.map(([group]) => group), ...others],
    });
    if (!found) return null;
    const task = next(kind, found.key);
    keep(task, found.group, holder);
    if (holder === 'elsewhere') void keepLooking();
    return task;
  };

  return {
    open() {},
    close: () => closing.abort(),

    async add(trx, kind) {
      afterCommit(trx, () => wakeAll(kind));
    },

    async claim(kind, exceptGroups = [], holder = 'here') {
      // Two claims at the same time would find the same row.
      using _turn = await mutex.take();
      return await claimNext(kind, exceptGroups, holder);
    },

    async find(permit) {
      const task = heldWith(permit);
      return task && taskOf(task);
    },

    async take(trx, kind, key) {
      const task = next(kind, key);
      if (ids.has(nameOf(task))) throw new LostTaskError(task);
      afterCommit(trx, () => keep(task, '', 'here'));
      return task;
    },

    async hold(_trx, task) {
      requireHeld(task);
    },

    async beat(permits) {
      return permits.filter((permit) => {
        const task = heldWith(permit);
        if (task) task.looks = 0;
        return task === null;
      });
    },

    async settle(trx, task) {
      requireHeld(task);
      afterCommit(trx, () => end(task.kind, task.key));
    },

    async fail(task) {
      const own = heldWith(task);
      if (own) comesBack(own, { failures: 1 });
    },

    async passOn(task) {
      const own = heldWith(task);
      if (own) comesBack(own);
    },

    async cancel(trx, kind, keys) {
      afterCommit(trx, () => {
        for (const key of keys) end(kind, key);
      });
    },

    onReady(kind, wake) {
      const listener = { kind, wake };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const taskOf = ({ kind, id, key, attempt, failures, losses }: Held): Task => ({
  ...{ kind, id, key, attempt, failures, losses },
});
