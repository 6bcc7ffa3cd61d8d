/** A fault that no one thought of costs the request or the transcription it happened in, and tells no secrets. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Failpoint } from '../../../src/main/core/failpoint.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import { arm } from '../../helpers/faults/strike.ts';
import { startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';

let app: TestApp;
let disarm = () => {};
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => disarm());

const throwAt = (at: Failpoint) => {
  disarm = arm({ at, hit: 1, action: 'throw' }, () => {});
};
const upload = async () =>
  (await app.client.uploadFile(new Blob([new Uint8Array(shortBytes())]), 'a.mp3')).url;

test('a request is answered with 500, without what went wrong inside, and the next one works', async () => {
  const url = await upload();
  throwAt('job.storing');
  const failed = app.client.createTranscription({ url });
  await expect(failed).rejects.toMatchObject({
    status: 500,
    code: 'internal',
    message: expect.not.stringContaining('strikes'),
  });
  expect((await app.client.listTranscriptions()).data).toEqual([]);
  expect((await transcribe(app.client, { url })).status).toBe('completed');
});

test.each<Failpoint>(['work.claimed', 'end.storing'])(
  'a transcription fails at %s, costs nothing, may be tried again, and the next one works',
  async (at) => {
    const url = await upload();
    throwAt(at);
    const failed = await transcribe(app.keyClient, { url: await asKey() });
    expect(failed).toMatchObject({
      status: 'failed',
      points_spent: 0,
      result: null,
      error: { code: 'internal', retryable: true },
    });
    expect(failed.error?.message).not.toContain('strikes');
    expect((await transcribe(app.client, { url })).status).toBe('completed');
  },
);

const asKey = async () =>
  (await app.keyClient.uploadFile(new Blob([new Uint8Array(shortBytes())]), 'a.mp3')).url;
