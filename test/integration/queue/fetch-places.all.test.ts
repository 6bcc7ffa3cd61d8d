/**
 * Fetching has places of its own: servers that hang keep no recording from being transcribed, and none keeps all
 * places.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  FETCHES_AT_ONCE,
  FETCHES_PER_HOST,
} from '../../../src/main/queue/transcription-pipeline.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let silent: Origin[];

beforeEach(async () => {
  app = await startTestApp();
  silent = [];
  return app.stop;
});
afterEach(() => Promise.all(silent.map((origin) => origin.close())));

const requests = () => silent.reduce((sum, origin) => sum + origin.requests.length, 0);

async function submitTo(servers: number, linksEach: number): Promise<void> {
  for (let i = 0; i < servers; i++) silent.push(await startOrigin(() => {}));
  for (const { url } of silent) {
    for (let i = 0; i < linksEach; i++) {
      await app.client.createTranscription({ url: `${url}/${i}.mp3` });
    }
  }
}

test('eight silent servers do not keep an upload waiting', async () => {
  await submitTo(8, 1);
  await until(() => requests() === FETCHES_AT_ONCE);
  const { url } = await app.client.uploadFile(new Blob([shortBytes()]), 'short.mp3');
  expect((await transcribe(app.client, { url })).status).toBe('completed');
  const { data } = await app.client.listTranscriptions({ status: ['queued', 'processing'] });
  expect(data).toHaveLength(8);
});

test('four links to one silent server do not keep a link to another waiting', async () => {
  await submitTo(1, 4);
  await until(() => requests() === FETCHES_PER_HOST);
  const origin = await serveRecordings({ '/short.mp3': shortBytes() });
  const done = await transcribe(app.client, { url: `${origin.url}/short.mp3` });
  await origin.close();
  expect(done.status).toBe('completed');
  expect(requests()).toBe(FETCHES_PER_HOST);
});
