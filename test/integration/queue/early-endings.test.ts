/** What becomes of a recording on which work was interrupted. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  createEarlyEndings,
  NotFetchedError,
} from '../../../src/main/queue/finish/interrupted-jobs.ts';
import type { JobContext } from '../../../src/main/queue/job-context.ts';
import { createJobRepository } from '../../../src/main/repositories/jobs/job.repository.ts';
import { createJobEndings } from '../../../src/main/repositories/jobs/job-endings.ts';
import { createTranscriptionRepository } from '../../../src/main/repositories/jobs/transcription.repository.ts';
import { EVERYTHING } from '../../../src/main/repositories/row-visibility.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { openCore } from '../../helpers/harness/core.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { newJob } from '../../helpers/harness/new-job.ts';
import { until } from '../../helpers/harness/until.ts';

/** An id as services give. */
const ID = 'trs_0123456789abcdefghijkl';
const SHORTAGE = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A recording under way, whose work can be interrupted; `troubles` are those of the next changes that are stored. */
async function setUp(config: Partial<Record<'database' | 'storage', string>> = {}) {
  const clock = createFakeClock();
  const { core, stop } = openCore(await makeTempFolder(), { clock });
  stops.push(stop);
  const { db, tasks, folders } = core;
  const troubles: Error[] = [];
  const patient = new Proxy(core.patient, {
    get(target, name) {
      const trouble = name === 'transaction' ? troubles.shift() : undefined;
      if (trouble) throw trouble;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const endings = createJobEndings(db, { renderBody: async () => Buffer.from('{}'), tasks });
  const { endEarly } = createEarlyEndings(
    { ...core, patient, config: { ...core.config, ...config } as typeof core.config },
    { endings, announce: () => {}, stopping: new AbortController().signal },
  );
  const transcriptions = createTranscriptionRepository(db);
  await transcriptions.insert(newJob({ id: ID }), { idempotency: null, reuse: null });
  const job = await createJobRepository(db, tasks).claimWork();
  if (!job) throw new Error('There is nothing to claim.');
  const folder = join(folders.work, ID);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'audio.s16'), 'samples');
  const context = {
    ...{ job, claim: job, folder, signal: new AbortController().signal },
    ...{ progress: { flush: async () => {} }, wasDisturbed: async () => false },
  } as unknown as JobContext;
  const state = { over: false };
  const interrupt = (reason: Error): void => {
    void endEarly(context, reason, 'decoding').then(() => {
      state.over = true;
    });
  };
  /** Lets the time go by until the interruption is dealt with. */
  const settle = () =>
    until(async () => {
      await clock.advance(2000);
      return state.over;
    });
  const status = async () => (await transcriptions.find(ID, EVERYTHING))?.status;
  return { clock, endings, folder, troubles, interrupt, settle, status };
}

test('what is canceled elsewhere while it waits for room leaves nothing in a folder of its own', async () => {
  const services = { database: 'postgres://elsewhere', storage: 's3://bucket' };
  const { clock, endings, folder, interrupt, settle } = await setUp(services);
  interrupt(SHORTAGE);
  await endings.cancel(ID, clock.now());
  await settle();
  expect(existsSync(folder)).toBe(false);
});

test.each([
  ['the system had no room for it', SHORTAGE],
  ['its recording is gone', new NotFetchedError()],
])('waits again because %s, also where the disk is full meanwhile', async (_, reason) => {
  const { troubles, interrupt, settle, status } = await setUp();
  troubles.push(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
  interrupt(reason);
  await settle();
  expect(troubles).toEqual([]);
  expect(await status()).toBe('queued');
});
