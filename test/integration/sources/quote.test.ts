import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ApiError, type Client, createClient } from '../../../src/shared/client.ts';
import { formatClock } from '../../../src/shared/time.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import {
  asFile,
  clipsIn,
  compose,
  sampleBytes,
  sampleFile,
  serveRecordings,
} from '../../helpers/corpus/recordings.ts';
import { startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { type Origin, type OriginHandler, startOrigin } from '../../helpers/servers/http-origin.ts';

const BYTES_A_SECOND = 32_000;
const composed = compose(loadPool(), clipsIn('en', 50));
const wav = asFile(composed).bytes;
const seconds = composed.durationMs / 1000;
let app: TestApp;
let origin: Origin;

beforeAll(async () => {
  app = await startTestApp();
  origin = await serveRecordings({
    '/talk.wav': wav,
    '/sample.mp3': sampleBytes(),
    '/page': Buffer.from('<!doctype html><html><body>A page.</body></html>'),
  });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

describe('a quote', () => {
  test('knows a link by its beginning, and creates nothing', async () => {
    const quote = await app.keyClient.quoteTranscription({ url: `${origin.url}/talk.wav` });
    expect(wav.length).toBeGreaterThan(2 ** 20);
    expect(quote).toMatchObject({
      points: Math.ceil(seconds / 60),
      expected_seconds: null,
      recording_bytes: wav.length,
      model: 'demo',
    });
    expect(quote.duration_seconds).toBeCloseTo(seconds, 0);
    expect(quote.disk_bytes).toBeGreaterThan(wav.length + (seconds - 1) * BYTES_A_SECOND);
    expect(quote.memory_bytes).toBeGreaterThan(0);
    expect((await app.client.listTranscriptions()).data).toEqual([]);
    expect((await app.keyClient.getUsage()).points_reserved).toBe(0);
  });

  test('needs no disk for an upload but for its samples, and costs the window nothing', async () => {
    const { url } = await app.client.uploadFile(new Blob([sampleBytes()]), 'sample.mp3');
    const quote = await app.client.quoteTranscription({ url });
    expect(quote).toMatchObject({ points: 0, recording_bytes: sampleBytes().length });
    expect(quote.disk_bytes).toBe(Math.round((quote.duration_seconds ?? 0) * BYTES_A_SECOND));
  });

  test('says how long the work will take once the machine is known', async () => {
    await transcribe(app.client, { url: `${origin.url}/sample.mp3` });
    const quote = await app.client.quoteTranscription({ url: `${origin.url}/talk.wav` });
    expect(quote.expected_seconds).toBeGreaterThan(0);
  });

  test('leaves open what a page does not say', async () => {
    expect(await app.keyClient.quoteTranscription({ url: `${origin.url}/page` })).toMatchObject({
      duration_seconds: null,
      points: null,
      disk_bytes: null,
    });
  });

  test('fails as the transcription would', async () => {
    const missing = app.client.quoteTranscription({ url: `${origin.url}/missing.mp3` });
    await expect(missing).rejects.toMatchObject({ code: 'source_not_found' });
  });
});

describe('a quote of a link whose server', () => {
  const quoteOf = async (handler: OriginHandler) => {
    const server = await startOrigin(handler);
    onTestFinished(() => server.close());
    return app.keyClient.quoteTranscription({ url: server.url });
  };

  test('breaks off', async () => {
    const quote = quoteOf((_request, response) => {
      response.writeHead(200, { 'content-length': wav.length });
      response.write(wav.subarray(0, 1000), () => response.destroy());
    });
    await expect(quote).rejects.toMatchObject({ code: 'source_incomplete' });
  });

  test('announces more than any recording has', async () => {
    const quote = quoteOf((_request, response) => {
      response.writeHead(200, { 'content-length': '999999999999999' });
      response.write(wav.subarray(0, 2 ** 20));
    });
    await expect(quote).rejects.toMatchObject({ code: 'source_too_large' });
  });
});

describe('what creating refuses, a quote refuses alike', () => {
  const cases: [string, Record<string, unknown>, string, string][] = [
    ['an empty webhook', { webhook_url: '' }, 'invalid_url', 'webhook_url'],
    ['a webhook over http', { webhook_url: 'http://evil/' }, 'invalid_url', 'webhook_url'],
    ['a webhook over ftp', { webhook_url: 'ftp://x' }, 'invalid_url', 'webhook_url'],
    [
      'a forbidden webhook',
      { webhook_url: 'https://[fe80::1]/' },
      'blocked_address',
      'webhook_url',
    ],
    ['an unknown model', { model: 'none' }, 'invalid_request', 'model'],
    ['an unknown language', { language: 'xx' }, 'invalid_request', 'language'],
    ['an unknown field', { webhok_url: 'https://a.example/' }, 'unknown_field', 'webhok_url'],
    ['another scheme', { url: 'ftp://host/a' }, 'invalid_url', 'url'],
    ['an unknown upload', { url: 'steno://files/none' }, 'not_found', 'url'],
  ];

  test.each(cases)('%s', async (_, wrong, code, param) => {
    await expectAlike(app.keyClient, { url: `${origin.url}/talk.wav`, ...wrong }, { code, param });
  });

  test("someone else's upload", async () => {
    const { url } = await app.client.uploadFile(new Blob([sampleBytes()]), 'sample.mp3');
    const { key } = await app.client.createKey({ name: 'own', scope: 'own' });
    const stranger = createClient({ baseUrl: app.url, key });
    await expectAlike(stranger, { url }, { code: 'not_found', param: 'url' });
  });

  async function expectAlike(client: Client, body: { url: string }, refusal: object) {
    const failed = await client.createTranscription(body).catch((error: unknown) => error);
    expect(failed).toMatchObject(refusal);
    const { status, message } = failed as ApiError;
    const quoted = client.quoteTranscription(body);
    await expect(quoted).rejects.toMatchObject({ ...refusal, status, message });
  }
});

describe('steno quote', () => {
  const run = (...args: string[]) => runSteno(['quote', '--data', app.dataDir, ...args]);

  test('prints what each source would take, and starts nothing', async () => {
    const { data } = await app.client.listTranscriptions();
    const { code, stdout, stderr } = await run(sampleFile, `${origin.url}/talk.wav`);
    expect(code).toBe(0);
    const [head, sample, talk] = stdout.trim().split('\n');
    expect(head).toMatch(/^SOURCE +LENGTH +POINTS +TIME +DISK +MEMORY +MODEL$/);
    expect(sample).toMatch(/sample\.mp3 +1:15 +2 +\d+:\d\d +\d+ MB +\d+ MB +demo$/);
    expect(talk).toMatch(new RegExp(`/talk.wav +${formatClock(seconds * 1000)} `));
    expect(stderr).toContain('your own recordings cost none');
    expect((await app.client.listTranscriptions()).data).toHaveLength(data.length);
  });

  test('says what it cannot know, what fails, and all of it as JSON', async () => {
    const { code, stdout, stderr } = await run('--json', `${origin.url}/page`, 'missing.mp3');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { source: `${origin.url}/page`, quote: { duration_seconds: null, points: null } },
    ]);
    expect(stderr).toContain('missing.mp3: There is no such file.');
  });
});
