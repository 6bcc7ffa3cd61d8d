import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

const pool = loadPool();
let app: TestApp;
let origin: Origin;

beforeAll(async () => {
  app = await startTestApp({ lanes: 1, threads: 1 });
  origin = await serveRecordings({
    '/long.wav': asFile(compose(pool, clipsIn('en', 150))).bytes,
    '/short.wav': asFile(compose(pool, clipsIn('en', 3))).bytes,
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
