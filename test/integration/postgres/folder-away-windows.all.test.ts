/**
 * The data folder goes away while the windows of a recording are transcribed, and the database does not: they wait, and
 * none counts as failed.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Clock } from '../../../src/main/core/clock.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { answerAll, waitingEngine } from '../../helpers/engines/fake-engine.ts';
import { finished, makeTempFolder, startTestApp } from '../../helpers/harness/app.ts';
import { createHurriedClock } from '../../helpers/harness/hurried-clock.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { FAILURE, playWorker } from '../../helpers/harness/played-worker.ts';
import { noPostgres, startPostgres } from '../../helpers/harness/postgres.ts';
import { until } from '../../helpers/harness/until.ts';

/** How long a window that cannot be read is held before it is passed on. */
const AGAIN_MS = 5_000;
/** Cut into half a dozen windows. */
const long = asFile(compose(loadPool(), clipsIn('en', 22)));

test.skipIf(noPostgres !== null)(
  'a recording whose samples are away for a while lacks no part',
  async () => {
    const server = await startPostgres();
    const parent = await makeTempFolder();
    const [dataDir, moved, gate] = ['data', 'moved', 'gate'].map((name) => join(parent, name)) as [
      string,
      string,
      string,
    ];
    const hurried = createHurriedClock(20);
    let held = 0;
    const clock: Clock = {
      ...hurried,
      sleep(ms, signal) {
        if (ms === AGAIN_MS) held += 1;
        return hurried.sleep(ms, signal);
      },
    };
    const engineFile = await writeProgram(join(parent, 'engine'), waitingEngine(gate));
    const database = await server.createDatabase();
    const own = { dataDir, database, engineFile, lanes: 1 };
    const app = await startTestApp(own, { clock, tasks: ONE_VOICE });
    try {
      const { url } = await app.client.uploadFile(new Blob([long.bytes]), 'long.wav');
      const { id } = await app.client.createTranscription({ url, language: 'en' });
      const { key } = await app.client.createKey({ name: 'worker', scope: 'worker' });
      // Once a worker has one, all wait to be claimed.
      const worker = playWorker({ url: app.url, key });
      // The service's time passes quickly: on a busy machine a claim may end before the windows are planned.
      const task = await until(() => worker.claim());
      await rename(dataDir, moved);
      answerAll(gate);
      await worker.answer(task, FAILURE);
      // More often than a window may fail.
      const before = held;
      await until(() => held > before + 7);
      await rename(moved, dataDir);
      const done = await finished(app.client, id);
      expect([done.status, done.warnings.map(({ code }) => code)]).toEqual([
        'completed',
        ['demo_model'],
      ]);
    } finally {
      await app.stop();
      await server.stop();
    }
  },
);
