/**
 * Tasks in a database file, which one service has open: the rows that wait are the tasks, and what is held is known in
 * memory. So nothing is held after a start.
 */
import type { Clock } from '../../clock.ts';
import { createTurns } from '../../turns.ts';
import type { Database } from '../database.ts';
import { afterCommit } from '../sqlite-driver.ts';
import { GROUP_LIMITS, LostTaskError, type Task, type TaskKind, type Tasks } from './tasks.ts';

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

type Held = Task & { group: string };

/** `rows` finds what there is to do of each kind that is claimed. */
export function createSqliteTasks(
  { db, clock }: { db: Database; clock: Clock },
  rows: Partial<Record<TaskKind, NextRow>>,
): Tasks {
  const held = new Map<string, Held>();
  /** Attempts at what was given back. */
  const failed = new Map<string, number>();
  const listeners = new Set<{ kind: TaskKind; wake: () => void }>();
  const turns = createTurns();
  let claims = 0;

  const nameOf = (kind: TaskKind, key: string) => `${kind} ${key}`;
  const isHeld = ({ kind, key, id }: Task) => held.get(nameOf(kind, key))?.id === id;
  const wakeAll = (kind: TaskKind): void => {
    for (const listener of listeners) if (listener.kind === kind) listener.wake();
  };
  const end = (kind: TaskKind, key: string): void => {
    held.delete(nameOf(kind, key));
    failed.delete(nameOf(kind, key));
  };
  const requireHeld = (task: Task): void => {
    if (!isHeld(task)) throw new LostTaskError(task);
  };

  const next = (kind: TaskKind, key: string): Task => {
    claims += 1;
    const attempt = (failed.get(nameOf(kind, key)) ?? 0) + 1;
    return { kind, id: String(claims), key, attempt };
  };

  const claimNext = async (kind: TaskKind, others: readonly string[]): Promise<Task | null> => {
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
    held.set(nameOf(kind, found.key), { ...task, group: found.group });
    return task;
  };

  return {
    async add(trx, kind) {
      afterCommit(trx, () => wakeAll(kind));
    },

    async claim(kind, exceptGroups = []) {
      // Two claims at the same time would find the same row.
      const done = await turns.take();
      try {
        return await claimNext(kind, exceptGroups);
      } finally {
        done();
      }
    },

    async take(trx, kind, key) {
      const task = next(kind, key);
      if (held.has(nameOf(kind, key))) throw new LostTaskError(task);
      afterCommit(trx, () => void held.set(nameOf(kind, key), { ...task, group: '' }));
      return task;
    },

    async hold(_trx, task) {
      requireHeld(task);
    },

    beat: async (tasks) => tasks.filter((task) => !isHeld(task)),

    async settle(trx, task) {
      requireHeld(task);
      afterCommit(trx, () => end(task.kind, task.key));
    },

    async fail(task) {
      if (!isHeld(task)) return;
      held.delete(nameOf(task.kind, task.key));
      failed.set(nameOf(task.kind, task.key), task.attempt);
      wakeAll(task.kind);
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
