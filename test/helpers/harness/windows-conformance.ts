/** Windows as tasks, on whatever database: in which order they are claimed, and what becomes of those that fail. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/main/core/errors.ts';
import { createTally } from '../../../src/main/core/metric-counters.ts';
import { createRecordingsHere } from '../../../src/main/queue/windows/recordings-here.ts';
import { createWindowDispatcher } from '../../../src/main/queue/windows/window-dispatcher.ts';
import { createJobRepository } from '../../../src/main/repositories/jobs/job.repository.ts';
import type { Job } from '../../../src/main/repositories/jobs/job.ts';
import { createJobEndings } from '../../../src/main/repositories/jobs/job-endings.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { LostTaskError, type Task } from '../../../src/main/repositories/tasks/tasks.ts';
import { createTranscriptRepository } from '../../../src/main/repositories/transcripts/transcript.repository.ts';
import {
  createWindowRepository,
  type WindowAsk,
} from '../../../src/main/repositories/transcripts/window.repository.ts';
import { dose } from './dose.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { newJob } from './new-job.ts';
import type { TasksHere } from './tasks-conformance.ts';
import { until } from './until.ts';

const ASK: WindowAsk = {
  model: { name: 'base', sha256: 'a'.repeat(64), architecture: 'whisper' },
  language: 'en',
  prompt: null,
  translate: false,
  alone: false,
};
const WORDS = {
  language: 'en',
  noSpeechProb: 0,
  segments: [],
  suppressed: [],
  error: null,
  model: 'base',
  machine: null,
  rescued: false,
};
const ROUNDS = dose(10, 100);
/** Ten hours. */
const MANY = 1300;

export function describeWindows(
  database: string,
  open: (clock: FakeClock) => Promise<TasksHere>,
): void {
  describe(`windows, in ${database}`, () => {
    let clock: FakeClock;
    let here: TasksHere;
    beforeEach(async () => {
      clock = createFakeClock();
      here = await open(clock);
    });
    afterEach(() => here.close());

    /** A recording under way, of an owner. */
    const start = async (id: string, keyId: string | null = null): Promise<Job> => {
      const same = { idempotency: null, reuse: null };
      if (keyId !== null) await addKey(here, keyId);
      await createTranscriptionRepository(here.db).insert(newJob({ id, keyId }), same);
      const job = await createJobRepository(here.db, here.tasks).claimWork();
      if (!job) throw new Error('There is nothing to claim.');
      return job;
    };
    const ask = async (job: Job, count: number, model = 'base') => {
      const windows = Array.from({ length: count }, (_, index) => ({
        index,
        startMs: index * 1000,
        endMs: (index + 1) * 1000,
      }));
      await createTranscriptRepository(here.db).plan(job, { windows, speech: [] });
      const one = { ...ASK, model: { ...ASK.model, name: model } };
      await repository().ask(
        job,
        windows.map(({ index }) => ({ index, ask: one })),
        1,
      );
    };
    const store = async (task: Task): Promise<boolean> =>
      (await repository().settle(task, () => ({ result: WORDS }))) !== null;
    const repository = () => createWindowRepository(here.db, here.tasks);
    const endings = () => {
      const renderBody = async () => Buffer.from('{}');
      return createJobEndings(here.db, { renderBody, tasks: here.tasks });
    };
    const openDispatcher = (read: (id: string) => Promise<unknown> = async () => {}) => {
      const { db: patient, tasks } = here;
      const { signal: closing } = new AbortController();
      const core = { patient, tasks, tally: createTally(), clock, closing };
      const samples = { read: (id: string) => read(id).then(() => new Uint8Array(2)) };
      return createWindowDispatcher(core, { here: createRecordingsHere(), samples });
    };
    const claim = (except: string[] = []) => here.tasks.claim('window', except);
    const claimed = async (): Promise<Task> => {
      const task = await claim();
      if (!task) throw new Error('No window waits.');
      return task;
    };
    const claimSome = async (count: number): Promise<string[]> => {
      const keys: string[] = [];
      for (let at = 0; at < count; at++) keys.push((await claimed()).key);
      return keys;
    };

    it('of one recording are claimed from its start', async () => {
      await ask(await start('one'), 4);
      expect(await claimSome(4)).toEqual(['one/0', 'one/1', 'one/2', 'one/3']);
      expect(await claim()).toBeNull();
    });

    it('of a recording that comes later are next, however long the one under way is', async () => {
      await ask(await start('long'), MANY);
      await claimSome(20);
      await ask(await start('minute'), 2);
      expect(await claimSome(2)).toEqual(['minute/0', 'minute/1']);
      expect(await claimSome(1)).toEqual(['long/20']);
    });

    it('of three recordings of one owner are next less than twice as often as those of another’s one', async () => {
      await ask(await start('b', 'key_b'), 100);
      for (const id of ['a1', 'a2', 'a3']) await ask(await start(id, 'key_a'), 100);
      const keys = await claimSome(80);
      const ofB = keys.filter((key) => key.startsWith('b/')).length;
      expect(ofB).toBeGreaterThan(80 / 3);
      expect(ofB).toBeLessThan(80 / 2);
    });

    it('of a model that a claim leaves out go to another', async () => {
      await ask(await start('base'), 1);
      await ask(await start('large'), 1, 'large');
      expect((await claim(['base']))?.key).toBe('large/0');
      expect(await claim(['base'])).toBeNull();
      expect((await claim())?.key).toBe('base/0');
    });

    it('are stored once, by the latest who holds them', async () => {
      const job = await start('one');
      await ask(job, 1);
      const first = await claimed();
      await here.tasks.fail(first);
      const second = await claimed();
      expect(second.attempt).toBe(2);
      await expect(store(first)).rejects.toThrow(LostTaskError);
      expect(await store(second)).toBe(true);
      expect(await repository().states('one')).toMatchObject([{ done: true, waits: false }]);
      await expect(store(second)).rejects.toThrow(LostTaskError);
      expect(await claim()).toBeNull();
    });

    it('go on while the service that planned them is gone', async () => {
      const job = await start('one');
      await ask(job, 2);
      const task = await claimed();
      await createJobRepository(here.db, here.tasks).release(job);
      expect(await store(task)).toBe(true);
      const again = await createJobRepository(here.db, here.tasks).claimWork();
      if (!again) throw new Error('It does not wait.');
      await repository().ask(again, [{ index: 1, ask: ASK }], 2);
      expect((await claimed()).key).toBe('one/1');
      expect(await repository().states('one')).toMatchObject([{ done: true }, { done: false }]);
    });

    it('are nobody’s once the transcription is canceled', async () => {
      await ask(await start('one'), 3);
      const task = await claimed();
      await endings().cancel('one', 1);
      expect(await here.tasks.beat([task])).toEqual([task]);
      await expect(store(task)).rejects.toThrow(LostTaskError);
      expect(await claim()).toBeNull();
    });

    describe('in the hands of those who cannot', () => {
      const error = async () => {
        const rows = here.db.selectFrom('windows').select(['done', 'error']).where('idx', '=', 0);
        return rows.executeTakeFirst();
      };

      it('wait on while nine holders fall silent, and are stored as failed after the tenth', async () => {
        await ask(await start('one'), 1);
        const dispatcher = openDispatcher();
        for (let losses = 0; losses < 10; losses++) {
          const held = await until(() => dispatcher.claim('elsewhere'));
          expect(held).toMatchObject({ key: 'one/0', failures: 0, losses });
          await here.silence();
        }
        await until(async () => (await dispatcher.claim()) === null && (await error())?.done === 1);
        expect(await error()).toEqual({ done: 1, error: 'window_failed' });
        expect(await claim()).toBeNull();
      });

      it('are stored as failed after five failures, however often they were passed on', async () => {
        await ask(await start('one'), 1);
        const dispatcher = openDispatcher();
        for (let failures = 0; failures < 5; failures++) {
          await dispatcher.passOn(await until(() => dispatcher.claim('elsewhere')));
          const held = await until(() => dispatcher.claim());
          expect(held).toMatchObject({ key: 'one/0', failures, losses: 0 });
          await here.tasks.fail(held);
        }
        expect(await dispatcher.claim()).toBeNull();
        expect(await error()).toEqual({ done: 1, error: 'window_failed' });
      });
    });

    describe('whose samples cannot be read', () => {
      it('because nobody wants them any more are passed over', async () => {
        for (const id of ['one', 'two']) await ask(await start(id), 2);
        const dispatcher = openDispatcher(async (id) => {
          if (id === 'two') return;
          await endings().cancel(id, 1);
          throw new Error('The samples are not there.');
        });
        expect((await dispatcher.claim())?.key).toBe('two/0');
      });

      it('while the storage is away wait for it', async () => {
        await ask(await start('one'), 1);
        let away = true;
        const dispatcher = openDispatcher(async () => {
          if (away) throw new AppError('storage_unreachable');
        });
        for (let at = 0; at < 10; at++) {
          const claiming = dispatcher.claim();
          claiming.catch(() => {});
          await clock.sleeping(5_000);
          await clock.advance(60_000);
          await expect(claiming).rejects.toMatchObject({ code: 'storage_unreachable' });
        }
        away = false;
        expect(await until(() => dispatcher.claim())).toMatchObject({ key: 'one/0', failures: 0 });
      });
    });

    it('are stored while a service that goes on with the recording asks for them again', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const id = `job-${round}`;
        const job = await start(id);
        await ask(job, 8);
        const tasks = await Promise.all(Array.from({ length: 8 }, claimed));
        await createJobRepository(here.db, here.tasks).release(job);
        const again = await createJobRepository(here.db, here.tasks).claimWork();
        if (!again) throw new Error('It does not wait.');
        const all = tasks.map((_, index) => ({ index, ask: ASK }));
        const stored = Promise.all(tasks.toReversed().map(store));
        await Promise.all([repository().ask(again, all, 2), stored]);
        expect(await stored).toEqual(tasks.map(() => true));
        expect(await claim()).toBeNull();
        await endings().remove(id, 1);
      }
    });

    it('are stored, or deleted with their recording, whichever comes first', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const id = `job-${round}`;
        await ask(await start(id), 8);
        const tasks = await Promise.all(Array.from({ length: 8 }, claimed));
        const storing = tasks.map((task) =>
          store(task).catch((error: unknown) => expect(error).toBeInstanceOf(LostTaskError)),
        );
        const [removed] = await Promise.all([endings().remove(id, 1), ...storing]);
        expect(removed).not.toBeNull();
        expect(await here.tasks.beat(tasks)).toEqual(tasks);
      }
      expect(await claim()).toBeNull();
    });

    it('that are given back keep their places', async () => {
      await ask(await start('one'), 3);
      const first = await claimed();
      const second = await claimed();
      await here.tasks.passOn(second);
      await here.tasks.fail(first);
      expect(await claimSome(3)).toEqual(['one/0', 'one/1', 'one/2']);
    });

    it('keep a text in another language for who planned them to judge', async () => {
      await ask(await start('one'), 1);
      await repository().settle(await claimed(), () => ({ drift: '{}' }));
      expect(await repository().states('one')).toEqual([
        { index: 0, waits: false, done: false, drift: '{}' },
      ]);
    });
  });
}

async function addKey({ db }: TasksHere, id: string): Promise<void> {
  await db
    .insertInto('apiKeys')
    .values({ id, name: id, hash: id, hint: id, test: 0, createdAt: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
