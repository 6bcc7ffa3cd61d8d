/** Recordings that failed for want of yt-dlp, or of a model, go on by themselves once it is there. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../../src/main/core/config.ts';
import type { YtDlpStatus } from '../../../src/shared/sources/yt-dlp.ts';
import { shortBytes } from '../../helpers/corpus/recordings.ts';
import {
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';
import {
  programOf,
  type ReleaseServer,
  startReleaseServer,
} from '../../helpers/servers/release-server.ts';

describe('without yt-dlp', () => {
  let app: TestApp;
  let releases: ReleaseServer;
  let pages: Origin;

  beforeAll(async () => {
    releases = await startReleaseServer();
    releases.release(programOf('2026.08.19'), 'no sums');
    // Without the yt-dlp of this machine.
    vi.stubEnv('PATH', join(tmpdir(), 'steno-no-programs'));
    pages = await startOrigin((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>A talk');
    });
    app = await startTestApp({ ytDlpUrl: releases.url });
  });
  afterAll(async () => {
    await app.stop();
    await releases.close();
    await pages.close();
    vi.unstubAllEnvs();
  });

  test('what failed is continued, in its row, and what keys have made is not', async () => {
    const failed = await transcribe(app.client, { url: `${pages.url}/talk` });
    expect(failed.error).toMatchObject({ code: 'yt_dlp_missing' });
    expect(failed.error?.message).toMatch(/Its download was tried and failed: \S/);
    const ofKey = await transcribe(app.keyClient, { url: `${pages.url}/other` });
    const trashed = await transcribe(app.client, { url: `${pages.url}/trash` });
    await app.client.trashTranscription(trashed.id);
    expect(await app.client.getYtDlp()).toMatchObject({
      version: null,
      failure: expect.any(String),
    });

    const told: YtDlpStatus[] = [];
    const stop = new AbortController();
    const opened = Promise.withResolvers<void>();
    const listening = (async () => {
      for await (const { event } of app.client.events(stop.signal, { onOpen: opened.resolve })) {
        if (event.type === 'yt_dlp') told.push(event.yt_dlp);
      }
    })().catch(() => {});
    await opened.promise;

    await expect(app.client.updateYtDlp()).rejects.toMatchObject({ code: 'yt_dlp_tampered' });
    releases.release(programOf('2026.08.19'));
    const status = await app.client.updateYtDlp();
    expect(status).toMatchObject({ version: '2026.08.19', download: null, failure: null });
    await until(() => told.some(({ version, download }) => version !== null && download === null));
    expect(told.some(({ download }) => download !== null)).toBe(true);

    const versions = async (id: string) =>
      (await app.client.listTranscriptions({ recording_id: id })).data.length;
    await until(async () => (await versions(failed.id)) === 2);
    const rows = (await app.client.listTranscriptions({ versions: 'one' })).data;
    const [fresh] = rows.filter(({ recording_id }) => recording_id === failed.id);
    expect(fresh).toMatchObject({ version: 2, source: { url: `${pages.url}/talk` } });
    // The program of the test fetches nothing: what has failed for another reason does not go on.
    const ended = await finished(app.client, fresh?.id ?? '');
    expect(ended.error?.code).not.toBe('yt_dlp_missing');
    expect([await versions(ofKey.id), await versions(trashed.id)]).toEqual([1, 0]);
    stop.abort();
    await listening;
  });
});

test('what lacked a model is continued once that model is added, and what keys have made is not', async () => {
  const { resourcesDir } = loadConfig({}, {});
  const demo = new Blob([await readFile(join(resourcesDir, 'models', 'demo.bin'))]);
  const empty = await makeTempFolder();
  const bare = await startTestApp({ resourcesDir: empty });
  const add = (filename: string) => bare.client.importModel(demo, { filename, confirmed: true });
  const versions = async (id: string) =>
    (await bare.client.listTranscriptions({ recording_id: id })).data;
  try {
    const upload = async (client: TestApp['client']) =>
      (await client.uploadFile(new Blob([shortBytes()]), 'short.mp3')).url;
    const failed = await transcribe(bare.client, { url: await upload(bare.client) });
    expect(failed.error).toMatchObject({ code: 'model_missing' });
    const ofKey = await transcribe(bare.keyClient, { url: await upload(bare.keyClient) });
    await add('first.bin');
    await until(async () => (await versions(failed.id)).length === 2);
    const [fresh] = await versions(failed.id);
    expect(await finished(bare.client, fresh?.id ?? '')).toMatchObject({ status: 'completed' });

    await add('second.bin');
    await bare.client.deleteModel('second');
    expect((await versions(failed.id)).length).toBe(2);
    expect((await versions(ofKey.id)).length).toBe(1);
  } finally {
    await bare.stop();
    await rm(empty, { recursive: true });
  }
});
