import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEWEST_SLOTS } from '../../../src/main/queue/job-slots.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { writeProgram } from '../../helpers/engines/engine-programs.ts';
import { answerOne, waitingEngine } from '../../helpers/engines/fake-engine.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

const pool = loadPool();
const short = asFile(compose(pool, clipsIn('en', 3))).bytes;
/** Longer than ten minutes, for the pauses. */
const slow = asFile(compose(pool, clipsIn('en', 150), [5_000])).bytes;
const veryLong = Array.from({ length: FEWEST_SLOTS }, (_, at) => `/very-long-${at}.wav`);
let app: TestApp;
let origin: Origin;
let folder: string;
/** The engine transcribes a window when the test says so. */
let gate: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  gate = join(folder, 'gate');
  const engineFile = await writeProgram(join(folder, 'engine'), waitingEngine(gate));
  app = await startTestApp({ engineFile, lanes: 1, threads: 1 }, { tasks: ONE_VOICE });
  origin = await serveRecordings({
    '/long.wav': asFile(compose(pool, clipsIn('en', 150))).bytes,
    '/short.wav': short,
    ...Object.fromEntries(veryLong.map((path) => [path, slow])),
  });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(folder, { recursive: true });
});

const row = (id: string) => storedRow(app.dataDir, id);
/** Once all wait for the engine, has windows transcribed one by one until it is so. */
async function windowByWindow(ids: readonly string[], isSo: () => Promise<boolean>): Promise<void> {
  for (const id of ids) {
    await until(async () => (await app.client.getTranscription(id)).stage === 'transcribing');
  }
  while (!(await isSo())) await answerOne(gate);
}
const isCompleted = async (id: string) =>
  (await app.client.getTranscription(id)).status === 'completed';

test('a short recording does not wait for a long one that came before it', async () => {
  const { id } = await app.client.createTranscription({ url: `${origin.url}/long.wav` });
  await windowByWindow([id], async () => (row(id)?.windowsDone ?? 0) > 0);
  const short = await app.client.createTranscription({ url: `${origin.url}/short.wav` });
  await windowByWindow([short.id], () => isCompleted(short.id));
  const long = await app.client.getTranscription(id, { partial: true });
  expect(long).toMatchObject({ status: 'processing', stage: 'transcribing' });
  expect(long.partial?.until).toBeLessThan(long.duration_seconds ?? 0);
  await app.client.deleteTranscription(id);
});

test('nor for as many long ones as there are places', async () => {
  const ids: string[] = [];
  for (const path of veryLong) {
    ids.push((await app.client.createTranscription({ url: `${origin.url}${path}` })).id);
  }
  await windowByWindow(ids, async () => ids.every((id) => (row(id)?.windowsDone ?? 0) > 0));
  const upload = await app.client.uploadFile(new Blob([short]), 'short.wav');
  for (const url of [upload.url, `${origin.url}/short.wav`]) {
    const { id } = await app.client.createTranscription({ url, reuse: false });
    await windowByWindow([id], () => isCompleted(id));
  }
  for (const id of ids) {
    expect((await app.client.getTranscription(id)).status).toBe('processing');
    await app.client.deleteTranscription(id);
  }
});
