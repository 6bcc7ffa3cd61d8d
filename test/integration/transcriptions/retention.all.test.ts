import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiError, type Client, createClient } from '../../../src/shared/client.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import {
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { keepQueueBusy } from '../../helpers/harness/busy-queue.ts';
import { runSql } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';

const DAY_MS = 86_400_000;

let dataDir: string;
let app: TestApp;
let old: string;
let young: string;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  app = await startTestApp({ dataDir });
  old = await transcribed('old');
  young = await transcribed('young');
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** An upload's transcription; `mark` makes its bytes its own. */
async function transcribed(mark: string): Promise<string> {
  const bytes = Buffer.concat([shortBytes(), Buffer.from(mark)]);
  const { url } = await app.client.uploadFile(new Blob([bytes]), `${mark}.mp3`);
  const { id, status } = await transcribe(app.client, { url });
  expect(status).toBe('completed');
  return id;
}

/** As if it had ended so many days earlier. */
async function age(id: string, days: number): Promise<void> {
  const sql = 'UPDATE transcriptions SET completed_at = completed_at - ? WHERE id = ?';
  await runSql(dataDir, sql, days * DAY_MS, id);
}

const media = async (id: string) => (await app.client.getTranscription(id)).result?.media ?? null;

test('everything is kept unless the person wishes otherwise', async () => {
  await age(old, 400);
  await app.stop();
  app = await startTestApp({ dataDir });
  expect(await media(old)).not.toBeNull();
});

test('what test keys make goes after 30 days, and nothing else does', async () => {
  const origin = await serveRecordings({});
  const url = `${origin.url}/none.mp3`;
  const { key } = await app.client.createKey({ name: 'tests', test: true });
  const tester = createClient({ baseUrl: app.url, key });
  const { url: hook } = await tester.getSink();
  const create = async (client: Client) =>
    (await client.createTranscription({ url, webhook_url: hook })).id;
  const [tried, fresh] = [await create(tester), await create(tester)];
  const mine = await app.client.createTranscription({ url });
  await tester.testWebhook({ url: hook });
  for (const id of [tried, fresh, mine.id]) await finished(app.client, id);
  await app.stop();
  const run = (sql: string, ...values: unknown[]) => runSql(dataDir, sql, ...values);
  const back = 31 * DAY_MS;
  await run('UPDATE transcriptions SET created_at = created_at - ? WHERE id != ?', back, fresh);
  await run('UPDATE events SET created_at = created_at - ? WHERE transcription_id IS NULL', back);
  const add = 'INSERT INTO voices VALUES (?, ?, ?, ?, ?)';
  const now = Date.now();
  await run(add, 'voice_old', 'test', 'Old', 0, now - back);
  await run(add, 'voice_new', 'test', 'New', 0, now);
  await run(add, 'voice_live', 'live', 'Old', 0, now - back);
  app = await startTestApp({ dataDir });
  await until(async () =>
    (await app.client.listTranscriptions()).data.every(({ id }) => id !== tried),
  );
  const left = (await app.client.listTranscriptions()).data.map(({ id }) => id);
  expect(left.sort()).toEqual([old, young, fresh, mine.id].sort());
  const voices = 'SELECT id FROM voices ORDER BY id';
  await until(async () => (await run(voices)).length === 2);
  expect(await run(voices)).toEqual([{ id: 'voice_live' }, { id: 'voice_new' }]);
  expect(await run('SELECT transcription_id AS id FROM events')).toEqual([{ id: fresh }]);
  for (const id of [fresh, mine.id]) await app.client.deleteTranscription(id);
  await origin.close();
});

test('a recording goes after its days, and its text stays', async () => {
  const before = await app.client.getStorage();
  await app.client.updateSettings({ keep_recordings_days: 399 });
  await until(async () => (await media(old)) === null);
  expect(await media(young)).not.toBeNull();
  const transcription = await app.client.getTranscription(old);
  expect(transcription.result?.segments).not.toEqual([]);

  const after = await until(async () => {
    const now = await app.client.getStorage();
    return now.recordings_bytes < before.recordings_bytes ? now : null;
  });
  expect(after).toMatchObject({ folder: dataDir, models_bytes: before.models_bytes });
});

test('a transcription goes after its days, with all that belongs to it, also at the next start', async () => {
  await app.client.updateSettings({ keep_transcriptions_days: 30 });
  const left = async () => (await app.client.listTranscriptions()).data.map(({ id }) => id);
  await until(async () => (await left()).length === 1);
  expect(await left()).toEqual([young]);

  await age(young, 31);
  await app.stop();
  app = await startTestApp({ dataDir });
  await until(async () => (await left()).length === 0);
});

test('an upload stays as long as another transcription of it may still be made', async () => {
  await app.client.updateSettings({ keep_transcriptions_days: null, keep_recordings_days: 30 });
  const done = await transcribed('shared');
  const { url } = (await app.client.getTranscription(done)).source;
  const queue = await keepQueueBusy(app.client);
  const canceled = await app.client.createTranscription({ url: url ?? '' });
  await queue.release();
  await age(done, 31);
  await app.stop();
  app = await startTestApp({ dataDir });
  await until(async () => (await media(done)) === null);
  // A sweep that has begun is ended first.
  await app.stop();
  app = await startTestApp({ dataDir });
  const { id } = await app.client.retryTranscription(canceled.id);
  expect((await finished(app.client, id)).status).toBe('completed');
});

test('what was removed cannot be transcribed again, and says so', async () => {
  const id = await transcribed('removed');
  await age(id, 3);
  await app.client.updateSettings({ keep_recordings_days: 2 });
  await until(async () => (await media(id)) === null);
  // A sweep that has begun is ended first.
  await app.stop();
  app = await startTestApp({ dataDir });
  const refused = await app.client.transcribeAgain(id, {}).catch(({ code }: ApiError) => code);
  expect(refused).toBe('recording_removed');
});
