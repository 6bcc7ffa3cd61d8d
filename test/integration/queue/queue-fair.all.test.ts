import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEWEST_PLACES } from '../../../src/main/queue/places.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

const pool = loadPool();
const short = asFile(compose(pool, clipsIn('en', 3))).bytes;
/** Longer than ten minutes, for the pauses. */
const slow = asFile(compose(pool, clipsIn('en', 150), [5_000])).bytes;
const veryLong = Array.from({ length: FEWEST_PLACES }, (_, at) => `/very-long-${at}.wav`);
let app: TestApp;
let origin: Origin;

beforeAll(async () => {
  app = await startTestApp({ lanes: 1, threads: 1 });
  origin = await serveRecordings({
    '/long.wav': asFile(compose(pool, clipsIn('en', 150))).bytes,
    '/short.wav': short,
    ...Object.fromEntries(veryLong.map((path) => [path, slow])),
  });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

test('a short recording does not wait for a long one that came before it', async () => {
  const { id } = await app.client.createTranscription({ url: `${origin.url}/long.wav` });
  await until(() => (storedRow(app.dataDir, id)?.windowsDone ?? 0) > 0);
  const short = await transcribe(app.client, { url: `${origin.url}/short.wav` });
  expect(short.status).toBe('completed');
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
  for (const id of ids) await until(() => (storedRow(app.dataDir, id)?.windowsDone ?? 0) > 0);
  const upload = await app.client.uploadFile(new Blob([short]), 'short.wav');
  for (const url of [upload.url, `${origin.url}/short.wav`]) {
    expect((await transcribe(app.client, { url })).status).toBe('completed');
  }
  for (const id of ids) {
    expect((await app.client.getTranscription(id)).status).toBe('processing');
    await app.client.deleteTranscription(id);
  }
});
