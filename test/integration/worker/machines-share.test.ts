/** Other machines transcribe windows of a recording, and its text is what one machine alone makes of it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { demoModel } from '../../helpers/engines/engine.ts';
import { finished, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { until } from '../../helpers/harness/until.ts';
import { startWorker, type WorkerProcess } from '../../helpers/harness/worker-process.ts';

/** Cut into half a dozen windows. */
const long = asFile(compose(loadPool(), clipsIn('en', 22)));
let origin: Awaited<ReturnType<typeof serveRecordings>>;

beforeAll(async () => {
  origin = await serveRecordings({ '/long.wav': long.bytes });
});
afterAll(() => origin.close());

const begin = async ({ client }: TestApp) =>
  (await client.createTranscription({ url: `${origin.url}/long.wav`, language: 'en' })).id;
const transcribeOnce = async (app: TestApp) => finished(app.client, await begin(app));
const machines = async ({ client }: TestApp) => (await client.listMachines()).data;
const textOf = ({ result }: Transcription) => ({
  text: result?.text,
  segments: result?.segments,
  structured: result?.structured,
});

test('the text is the same, byte for byte, and the result says which machine transcribed it', async () => {
  const app = await startTestApp({ lanes: 1, threads: 1 }, { tasks: ONE_VOICE });
  const { key } = await app.client.createKey({ name: 'worker', scope: 'worker' });
  const whole = await transcribeOnce(app);
  expect(whole.result?.provenance).not.toHaveProperty('machines');
  const names = ['Anna’s laptop', 'render-2'];
  const workers: WorkerProcess[] = [];
  for (const name of names) {
    const worker = await startWorker({ url: app.url, key }, { name });
    workers.push(worker);
    await worker.joined();
  }
  const done = await transcribeOnce(app);
  expect(done.status).toBe('completed');
  expect(textOf(done)).toEqual(textOf(whole));
  expect(done.result?.provenance?.machines).toEqual(names);
  await until(async () => (await machines(app)).every(({ models }) => models.length === 1));
  const all = await machines(app);
  expect(all.map(({ name }) => name)).toEqual(names);
  for (const { windows, lanes, models } of all) {
    expect(windows).toBeGreaterThan(0);
    expect([lanes, models]).toEqual([1, [{ name: 'demo', device: null }]]);
  }
  // The model came from the service, whole.
  const fetched = workers.at(-1)?.models ?? '';
  const [file = ''] = await readdir(fetched);
  expect(file).toMatch(/^[0-9a-f]{64}\.bin$/);
  const bytes = await readFile(join(fetched, file));
  expect(bytes.equals(await readFile(demoModel))).toBe(true);
  for (const worker of workers) await worker.stop();
  await app.stop();
});
