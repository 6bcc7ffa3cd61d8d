import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../src/shared/client.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { finished, startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';
import { keepQueueBusy } from '../../helpers/harness/busy-queue.ts';
import { storedRow } from '../../helpers/harness/stored-rows.ts';
import { until } from '../../helpers/harness/until.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

const pool = loadPool();
const files: Record<string, Uint8Array> = {
  '/long.wav': asFile(compose(pool, clipsIn('en', 150))).bytes,
  '/short.wav': asFile(compose(pool, clipsIn('en', 3))).bytes,
};
let app: TestApp;
let origin: Origin;

beforeAll(async () => {
  app = await startTestApp();
  origin = await serveRecordings(files);
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

/** A long recording of which a window is transcribed and others are not. */
async function halfTranscribed(): Promise<string> {
  const { id } = await app.client.createTranscription({ url: `${origin.url}/long.wav` });
  await until(() => (storedRow(app.dataDir, id)?.windowsDone ?? 0) > 0);
  return id;
}

const short = () => transcribe(app.client, { url: `${origin.url}/short.wav` });
const workFolders = () => readdir(join(app.dataDir, 'work')).catch(() => []);

describe('canceling', () => {
  test('ends what is being transcribed at once and leaves the worker free', async () => {
    const id = await halfTranscribed();
    const canceled = await app.client.cancelTranscription(id);
    expect(canceled).toMatchObject({
      status: 'failed',
      stage: null,
      result: null,
      points_spent: 0,
      error: { code: 'canceled', stage: 'transcribing', retryable: true },
    });
    expect(canceled.completed_at).not.toBeNull();
    expect(await workFolders()).toEqual([]);
    expect((await short()).status).toBe('completed');
    expect(await app.client.getTranscription(id)).toEqual(canceled);
  });

  test('ends what is still waiting', async () => {
    const queue = await keepQueueBusy(app.client);
    const { id } = await app.client.createTranscription({ url: `${origin.url}/short.wav` });
    expect((await app.client.cancelTranscription(id)).error).toMatchObject({
      code: 'canceled',
      stage: null,
    });
    await queue.release();
  });

  test('is refused once it is over', async () => {
    const { id } = await short();
    await expect(app.client.cancelTranscription(id)).rejects.toMatchObject({
      status: 409,
      code: 'wrong_state',
    });
  });
});

describe('decoded samples that are gone', () => {
  test('fail the recording at once, whose text stays and is continued', async () => {
    const id = await halfTranscribed();
    await rm(join(app.dataDir, 'work', id, 'audio.s16'));
    const failed = await finished(app.client, id);
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'disk_failed', stage: 'transcribing', retryable: true },
    });
    expect(failed.error?.message).toContain('decoded sound');
    const { id: again } = await app.client.continueTranscription(id);
    expect(await finished(app.client, again)).toMatchObject({ status: 'completed' });
  });
});

describe('deleting', () => {
  test('removes what is being transcribed with all its rows and files', async () => {
    const id = await halfTranscribed();
    const folder = join(app.dataDir, 'work', id);
    expect(existsSync(folder)).toBe(true);
    await app.client.deleteTranscription(id);
    expect(existsSync(folder)).toBe(false);
    expect(storedRow(app.dataDir, id)).toBeNull();
    await expect(app.client.getTranscription(id)).rejects.toMatchObject({ status: 404 });
    expect((await short()).status).toBe('completed');
  });
});

describe('retrying', () => {
  test('uses the options it was created with', async () => {
    const metadata = { ticket: 'A-7' };
    const failed = await transcribe(app.client, {
      url: `${origin.url}/late.wav`,
      language: 'de',
      structure: false,
      metadata,
    });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'source_not_found' } });

    files['/late.wav'] = asFile(compose(pool, clipsIn('de', 4))).bytes;
    const queued = await app.client.retryTranscription(failed.id);
    expect(queued).toMatchObject({ status: 'queued', error: null, completed_at: null });
    expect(queued.id).not.toBe(failed.id);
    const done = await finished(app.client, queued.id);
    expect(done).toMatchObject({ status: 'completed', language: 'de', metadata, error: null });
    expect(done.result?.structured).toBeNull();
    const before = await app.client.getTranscription(failed.id);
    expect(before).toMatchObject({ status: 'failed', error: { code: 'source_not_found' } });
  });

  test('a canceled one starts again', async () => {
    const id = await halfTranscribed();
    await app.client.cancelTranscription(id);
    const again = await app.client.retryTranscription(id);
    expect(again).toMatchObject({ status: 'queued', progress: 0 });
    expect(storedRow(app.dataDir, again.id)).toMatchObject({ windows: 0, segments: 0 });
    await app.client.deleteTranscription(again.id);
  });

  test('is refused for what has not failed', async () => {
    const { id } = await short();
    await expect(app.client.retryTranscription(id)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('stays with its owner, with its webhook and its points', async () => {
    const { key } = await app.client.createKey({ name: 'tests', test: true });
    const owner = createClient({ baseUrl: app.url, key });
    const webhook_url = 'http://127.0.0.1:9/secret';
    const { id } = await transcribe(owner, { url: `${origin.url}/missing.wav`, webhook_url });
    await expect(app.keyClient.retryTranscription(id)).rejects.toMatchObject({ code: 'not_found' });
    const again = await app.client.retryTranscription(id);
    expect(again).toMatchObject({ test: true, webhook_url: 'http://127.0.0.1:9/***' });
    expect(await owner.getTranscription(again.id)).toMatchObject({ test: true, webhook_url });
    await finished(app.client, again.id);
  });
});
