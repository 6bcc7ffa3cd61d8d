/** The bucket is away while the service runs: what needs it says so or waits, and everything goes on when it is back. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { ask, finished, startTestApp, type TestApp } from '../../helpers/harness/app.ts';
import { createHurriedClock } from '../../helpers/harness/hurried-clock.ts';
import { runSql } from '../../helpers/harness/test-database.ts';
import { until } from '../../helpers/harness/until.ts';
import { type S3Server, startS3Server } from '../../helpers/servers/s3-server.ts';

const recording = asFile(compose(loadPool(), clipsIn('en', 2)));
const blob = () => new Blob([new Uint8Array(recording.bytes)]);

let server: S3Server;
let app: TestApp;
let id: string;
beforeAll(async () => {
  server = await startS3Server();
  app = await startTestApp({ storage: server.config() }, { clock: createHurriedClock(20) });
  const { url } = await app.client.uploadFile(blob(), 'talk.wav');
  id = (await app.client.createTranscription({ url })).id;
  await finished(app.client, id);
});
afterAll(async () => {
  await app.stop();
  await server[Symbol.asyncDispose]();
});

const authorization = () => ({ authorization: `Bearer ${app.key}` });
const play = () => ask(`${app.url}/v1/transcriptions/${id}/media`, { headers: authorization() });
const failed = async (): Promise<unknown> => {
  const { body } = await ask(`${app.url}/health/ready`);
  return JSON.parse(body).failed;
};
const keys = (of: string) => server.keys().filter((key) => key.includes(of));

test('a player gets 503 and when to ask again, and plays on afterwards', async () => {
  expect(await failed()).toEqual([]);
  await server.away();
  const answer = await play();
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(JSON.parse(answer.body).error.code).toBe('storage_unreachable');
  expect(await until(async () => `${await failed()}` === 'storage')).toBe(true);
  const metrics = await ask(`${app.url}/metrics`, { headers: authorization() });
  expect(metrics.body).toContain('steno_ready{check="storage"} 0');
  const text = await app.client.getTranscription(id);
  expect(text.status, 'what needs no recording works').toBe('completed');
  await server.back();
  expect((await play()).status).toBe(200);
  expect(await until(async () => `${await failed()}` === '')).toBe(true);
});

test('an upload is refused as a whole', async () => {
  const rows = () => runSql(app.dataDir, 'SELECT id FROM files ORDER BY id');
  const known = await rows();
  const before = keys('files/');
  server.fault = ({ operation }) => (operation === 'PutObject' ? [503, 'SlowDown'] : null);
  const refused = app.client.uploadFile(blob(), 'talk.wav');
  await expect(refused).rejects.toMatchObject({ status: 503, code: 'storage_unreachable' });
  server.fault = () => null;
  expect(await rows()).toEqual(known);
  expect(keys('files/')).toEqual(before);
});

test('work waits with what it has done, and ends when the bucket is back', async () => {
  const { url } = await app.client.uploadFile(blob(), 'talk.wav');
  let tries = 0;
  server.fault = ({ operation, key }) => {
    if (operation !== 'PutObject' || !key.includes('recordings/')) return null;
    tries += 1;
    return [403, 'AccessDenied'];
  };
  const job = await app.client.createTranscription({ url });
  await until(() => tries >= 2);
  expect((await app.client.getTranscription(job.id)).status).toBe('processing');
  const played = await ask(`${app.url}/v1/transcriptions/${job.id}/media`, {
    headers: authorization(),
  });
  expect(played.status, 'from where it is made').toBe(200);
  server.fault = () => null;
  const done = await finished(app.client, job.id);
  expect(done.status).toBe('completed');
  expect(keys(job.id)).toHaveLength(2);
  expect(readdirSync(join(app.dataDir, 'work'))).toEqual([]);
});

test('work that waits can be canceled', async () => {
  const { url } = await app.client.uploadFile(blob(), 'talk.wav');
  let asked = false;
  server.fault = ({ operation, key }) => {
    if (operation !== 'GetObject' || !key.includes('files/')) return null;
    asked = true;
    return [503, 'SlowDown'];
  };
  const job = await app.client.createTranscription({ url });
  await until(() => asked);
  const { status, error } = await app.client.cancelTranscription(job.id);
  server.fault = () => null;
  expect([status, error?.code]).toEqual(['failed', 'canceled']);
  expect(readdirSync(join(app.dataDir, 'work'))).toEqual([]);
});

test('what is deleted meanwhile is gone from the bucket when it is back', async () => {
  expect(keys(id)).toHaveLength(2);
  await server.away();
  await app.client.deleteTranscription(id);
  await expect(app.client.getTranscription(id)).rejects.toMatchObject({ status: 404 });
  await server.back();
  expect(await until(() => keys(id).length === 0)).toBe(true);
});

test('a recording that is another one than was stored is not transcribed', async () => {
  const { url } = await app.client.uploadFile(blob(), 'talk.wav');
  const stored = server.objects.get(`steno/${url.replace('steno://', '')}`);
  if (stored)
    stored.body = Buffer.from(stored.body.map((byte, at) => (at === 99 ? byte ^ 1 : byte)));
  const job = await app.client.createTranscription({ url });
  expect((await finished(app.client, job.id)).error).toMatchObject({ code: 'media_altered' });
});
