/** What every keeper of tasks does alike, whatever database it is for: one test for each promise of the port. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/main/repositories/database.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import {
  LostTaskError,
  type NewTask,
  type Task,
  type Tasks,
} from '../../../src/main/repositories/tasks/tasks.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { newJob } from './new-job.ts';
import { until } from './until.ts';

export type TasksHere = {
  db: Database;
  tasks: Tasks;
  /** Who holds tasks elsewhere is silent for longer than that is waited for. */
  silence(): Promise<void>;
  close(): Promise<void>;
};

const SECOND = 1000;
const MANY = 10_000;
const ALWAYS = { idempotency: null, reuse: null };

/** `open` makes an empty database, and tasks in it. */
export function describeTasks(
  database: string,
  open: (clock: FakeClock) => Promise<TasksHere>,
): void {
  describe(`tasks, kept in ${database}`, () => {
    let clock: FakeClock;
    let here: TasksHere;
    beforeEach(async () => {
      clock = createFakeClock();
      here = await open(clock);
    });
    afterEach(() => here.close());

    const claim = () => here.tasks.claim('webhook');
    const claimed = async (): Promise<Task> => {
      const task = await claim();
      if (!task) throw new Error('There is no task.');
      return task;
    };
    /** In a transaction of its own, that is rolled back `unless` it may be kept. */
    const within = (work: (trx: Database) => Promise<void>, { undone = false } = {}) =>
      here.db.transaction().execute(async (trx) => {
        await work(trx);
        if (undone) throw new Undone();
      });
    const store = (tasks: readonly NewTask[], options?: { undone: boolean }) =>
      within((trx) => storeTasks(trx, here.tasks, { tasks, now: clock.now() }), options);
    const finish = (task: Task, options?: { undone: boolean }) =>
      within(async (trx) => {
        await end(trx, [task.key], 'delivered');
        await here.tasks.settle(trx, task);
      }, options);
    const cancel = (keys: readonly string[], options?: { undone: boolean }) =>
      within(async (trx) => {
        await end(trx, keys, 'failed');
        await here.tasks.cancel(trx, 'webhook', keys);
      }, options);
    const delivered = async () => {
      const rows = here.db.selectFrom('events').select('id').where('status', '=', 'delivered');
      return (await rows.execute()).map(({ id }) => id);
    };

    it('are claimed in the order in which they are due, and not before', async () => {
      const now = clock.now();
      await store([
        { key: 'third', dueAt: now + 60 * SECOND },
        { key: 'second', dueAt: now },
        { key: 'first', dueAt: now - 60 * SECOND },
      ]);
      expect([(await claimed()).key, (await claimed()).key]).toEqual(['first', 'second']);
      await clock.advance(59 * SECOND);
      expect(await claim()).toBeNull();
      await clock.advance(SECOND);
      expect((await claimed()).key).toBe('third');
      expect(await claim()).toBeNull();
    });

    it('of one group are held two at a time', async () => {
      const now = clock.now();
      const due = (seconds: number) => now - seconds * SECOND;
      await store([
        { key: 'a1', group: 'a', dueAt: due(9) },
        { key: 'a2', group: 'a', dueAt: due(8) },
        { key: 'a3', group: 'a', dueAt: due(7) },
        { key: 'b1', group: 'b', dueAt: due(6) },
      ]);
      const first = await claimed();
      expect([first.key, (await claimed()).key, (await claimed()).key]).toEqual(['a1', 'a2', 'b1']);
      expect(await claim()).toBeNull();
      await finish(first);
      expect((await claimed()).key).toBe('a3');
    });

    it('are not there if the transaction that adds them is rolled back', async () => {
      await expect(store([{ key: 'one' }], { undone: true })).rejects.toThrow(Undone);
      expect(await claim()).toBeNull();
    });

    it('stay held if the transaction that settles them is rolled back', async () => {
      await store([{ key: 'one' }]);
      const task = await claimed();
      await expect(finish(task, { undone: true })).rejects.toThrow(Undone);
      expect(await here.tasks.beat([task])).toEqual([]);
      await finish(task);
      expect(await here.tasks.beat([task])).toEqual([task]);
      expect(await claim()).toBeNull();
    });

    it('stay if the transaction that cancels them is rolled back', async () => {
      await store([{ key: 'held' }]);
      const held = await claimed();
      await store([{ key: 'waiting' }]);
      const both = ['held', 'waiting'];
      await expect(cancel(both, { undone: true })).rejects.toThrow(Undone);
      expect(await here.tasks.beat([held])).toEqual([]);
      expect((await claimed()).key).toBe('waiting');
    });

    it('are settled by the holder of the latest attempt alone, and what another stores is undone', async () => {
      await store([{ key: 'one' }]);
      const stale = await claimed();
      await here.tasks.fail(stale);
      const current = await claimed();
      expect([stale.attempt, current.attempt, current.key]).toEqual([1, 2, 'one']);
      await expect(finish(stale)).rejects.toThrow(LostTaskError);
      await expect(within((trx) => here.tasks.hold(trx, stale))).rejects.toThrow(LostTaskError);
      expect(await delivered()).toEqual([]);
      await here.tasks.fail(stale);
      expect(await here.tasks.beat([stale, current])).toEqual([stale]);
      await within((trx) => here.tasks.hold(trx, current));
      await finish(current);
      expect(await delivered()).toEqual(['one']);
    });

    it('are found by what proves that they were claimed, and by nothing else', async () => {
      await store([{ key: 'one' }]);
      const stale = await claimed();
      await here.tasks.fail(stale);
      const current = await claimed();
      const { kind, id, attempt } = current;
      const permit = { kind, id, attempt };
      expect(await here.tasks.find(permit)).toEqual(current);
      expect(await here.tasks.find({ ...permit, kind: 'window' })).toBeNull();
      expect(await here.tasks.find({ ...permit, id: randomUUID() })).toBeNull();
      expect(await here.tasks.find({ ...permit, attempt: attempt + 1 })).toBeNull();
      await finish(current);
      expect(await here.tasks.find(permit)).toBeNull();
    });

    it('tell apart how the attempts before have ended', async () => {
      await store([{ key: 'one' }]);
      const counts: number[][] = [];
      const note = ({ attempt, failures, losses }: Task) => {
        counts.push([attempt, failures, losses]);
      };
      const loseIt = async () => {
        note(await until(() => here.tasks.claim('webhook', [], 'elsewhere')));
        await here.silence();
        return until(claim);
      };
      const again = await loseIt();
      note(again);
      await here.tasks.fail(again);
      const untried = await claimed();
      note(untried);
      await here.tasks.passOn(untried);
      // What comes too late counts for nothing.
      await here.tasks.fail(again);
      await here.tasks.passOn(untried);
      const last = await loseIt();
      note(last);
      expect(counts).toEqual([
        [1, 0, 0],
        [2, 0, 1],
        [3, 1, 1],
        [4, 1, 1],
        [5, 1, 2],
      ]);
      expect(await here.tasks.find(last)).toEqual(last);
      await finish(last);
    });

    it('come back when their holder elsewhere is silent, and stay while it shows that it lives', async () => {
      await store([{ key: 'silent' }, { key: 'alive' }]);
      const silent = await here.tasks.claim('webhook', [], 'elsewhere');
      const alive = await here.tasks.claim('webhook', [], 'elsewhere');
      if (!silent || !alive) throw new Error('There is no task.');
      const again = await until(async () => {
        expect(await here.tasks.beat([alive])).toEqual([]);
        await clock.advance(5 * SECOND);
        return claim();
      });
      expect(again).toMatchObject({ key: 'silent', attempt: 2 });
      expect(await here.tasks.beat([silent, alive])).toEqual([silent]);
      expect(await claim()).toBeNull();
    });

    it('are gone for their holders when they are canceled', async () => {
      await store([{ key: 'held' }]);
      const held = await claimed();
      await store([{ key: 'waiting' }, { key: 'other' }]);
      await cancel(['held', 'waiting', 'unknown']);
      expect(await here.tasks.beat([held])).toEqual([held]);
      await expect(finish(held)).rejects.toThrow(LostTaskError);
      await here.tasks.fail(held);
      expect((await claimed()).key).toBe('other');
      expect(await claim()).toBeNull();
    });

    it('are one for each key, until that is over', async () => {
      await store([{ key: 'one' }]);
      await store([{ key: 'one' }]);
      const first = await claimed();
      await store([{ key: 'one' }]);
      expect(await claim()).toBeNull();
      await within(async (trx) => {
        await here.tasks.settle(trx, first);
        await storeTasks(trx, here.tasks, { tasks: [{ key: 'one' }], now: clock.now() });
      });
      const second = await claimed();
      expect(second).toMatchObject({ key: 'one', attempt: 1 });
      await within(async (trx) => {
        await here.tasks.cancel(trx, 'webhook', ['one']);
        await storeTasks(trx, here.tasks, { tasks: [{ key: 'one' }], now: clock.now() });
      });
      await expect(finish(second)).rejects.toThrow(LostTaskError);
      expect((await claimed()).key).toBe('one');
    });

    it('may be taken by their key, once, in the transaction that begins the work', async () => {
      await createTranscriptionRepository(here.db).insert(newJob({ id: 'job' }), ALWAYS);
      const take = (options?: { undone: boolean }) => {
        let taken: Task | null = null;
        const taking = within(async (trx) => {
          await trx.updateTable('transcriptions').set({ status: 'processing' }).execute();
          taken = await here.tasks.take(trx, 'transcription', 'job');
        }, options);
        return taking.then(() => taken);
      };
      await expect(take({ undone: true })).rejects.toThrow(Undone);
      const task = await take();
      if (!task) throw new Error('It was not taken.');
      expect(task).toMatchObject({ kind: 'transcription', key: 'job', attempt: 1 });
      expect(await here.tasks.beat([task])).toEqual([]);
      await expect(take()).rejects.toThrow(LostTaskError);
      expect(await here.tasks.claim('transcription')).toBeNull();
      await within((trx) => here.tasks.cancel(trx, 'transcription', ['job']));
      expect(await here.tasks.beat([task])).toEqual([task]);
      const next = await take();
      if (!next) throw new Error('It was not taken.');
      await here.tasks.fail(next);
      expect(await here.tasks.claim('transcription')).toMatchObject({ key: 'job', attempt: 2 });
    });

    it('wake who waits for them', async () => {
      let woken = 0;
      const end = here.tasks.onReady('webhook', () => woken++);
      await store([{ key: 'one' }]);
      await until(() => woken > 0);
      const task = await claimed();
      woken = 0;
      await here.tasks.fail(task);
      await until(() => woken > 0);
      end();
      woken = 0;
      await here.tasks.fail(await claimed());
      expect(woken).toBe(0);
    });

    it('may be thousands', async () => {
      const now = clock.now();
      const all = Array.from({ length: MANY }, (_, at) => ({
        key: `task-${at}`,
        group: `group-${at}`,
        dueAt: now - (MANY - at) * SECOND,
      }));
      await store(all);
      const tasks = await Promise.all(Array.from({ length: 40 }, claimed));
      const keys = all.map(({ key }) => key);
      expect(new Set(tasks.map(({ key }) => key))).toEqual(new Set(keys.slice(0, 40)));
      expect(await here.tasks.beat(tasks)).toEqual([]);
      await cancel(keys);
      expect(await here.tasks.beat(tasks)).toEqual(tasks);
      expect(await claim()).toBeNull();
    });
  });
}

class Undone extends Error {}

/** Adds tasks with the events that they are about. */
export async function storeTasks(
  trx: Database,
  tasks: Tasks,
  { tasks: added, now }: { tasks: readonly NewTask[]; now: number },
): Promise<void> {
  const all = added.map((task) => ({ group: `host-of-${task.key}`, dueAt: now, ...task }));
  for (let from = 0; from < all.length; from += 1000) {
    await trx
      .insertInto('events')
      .values(
        all.slice(from, from + 1000).map(({ key, group, dueAt }) => ({
          ...{ id: key, transcriptionId: null, type: 'webhook.test', url: `https://${group}/` },
          ...{ allowHttpLoopback: 0, body: '', status: 'pending' as const, dueAt },
          ...{ createdAt: now, keyId: null, test: 0, host: group },
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
  await tasks.add(trx, 'webhook', all);
}

async function end(trx: Database, keys: readonly string[], status: 'delivered' | 'failed') {
  for (let from = 0; from < keys.length; from += 1000) {
    await trx
      .updateTable('events')
      .set({ status, dueAt: null })
      .where('id', 'in', keys.slice(from, from + 1000))
      .execute();
  }
}
