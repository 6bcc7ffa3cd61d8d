/** Whole jobs over links that are traps: each ends with the error that is documented for it, and leaves nothing. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, transcribe } from '../helpers/app.ts';
import { type Canary, type Origin, startCanary, startOrigin } from '../helpers/http-origin.ts';
import { until } from '../helpers/until.ts';

let app: TestApp;
let canary: Canary;
let origin: Origin;

const hls = (part: string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${part}\n#EXT-X-ENDLIST\n`;

type Trap = { code: string; headers?: Record<string, string>; status?: number; body: () => string };

const TRAPS: Record<string, Trap> = {
  '/own-service.mp3': {
    code: 'blocked_address',
    body: () => hls(`http://127.0.0.1:${app.port}/health`),
  },
  '/passwd.mp3': { code: 'blocked_address', body: () => hls('file:///etc/passwd') },
  '/metadata.mp3': { code: 'blocked_address', body: () => hls('http://169.254.169.254/latest') },
  '/list.wav': {
    code: 'unsupported_media',
    body: () => `ffconcat version 1.0\nfile 'http://127.0.0.1:${canary.port}/a.ts'\n`,
  },
  '/call.mp3': {
    code: 'unsupported_media',
    body: () =>
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio ${canary.port} RTP/AVP 0\n`,
  },
  '/secret.txt': { code: 'unsupported_media', body: () => 'SECRET '.repeat(1000) },
  '/page.html': {
    code: 'source_is_web_page',
    body: () => '<!doctype html><title>SECRET</title>SECRET',
  },
  '/packed.mp3': {
    code: 'bad_encoding',
    headers: { 'content-encoding': 'gzip, gzip' },
    body: () => 'SECRET',
  },
  '/away.mp3': {
    code: 'blocked_address',
    status: 302,
    headers: { location: 'http://169.254.169.254/a.mp3' },
    body: () => '',
  },
  '/disk.mp3': {
    code: 'blocked_address',
    status: 302,
    headers: { location: 'file:///etc/passwd' },
    body: () => '',
  },
  '/round.mp3': {
    code: 'too_many_redirects',
    status: 302,
    headers: { location: '/round.mp3' },
    body: () => '',
  },
};

beforeAll(async () => {
  canary = await startCanary();
  origin = await startOrigin((request, response) => {
    const trap = TRAPS[request.url ?? ''];
    response.writeHead(trap?.status ?? (trap ? 200 : 404), trap?.headers).end(trap?.body());
  });
  app = await startTestApp();
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await canary.close();
});

test.each(Object.entries(TRAPS))('%s ends as is documented', async (path, { code }) => {
  const failed = await transcribe(app.keyClient, { url: origin.url + path });
  expect(failed).toMatchObject({ status: 'failed', result: null, points_spent: 0 });
  expect(failed.error?.code).toBe(code);
  expect(JSON.stringify(failed.error)).not.toMatch(/SECRET|169\.254|passwd/);
});

test('none of them reached anything, and nothing of them is left', async () => {
  expect(canary.connections()).toBe(0);
  const left = async (folder: string) =>
    readdir(join(app.dataDir, folder)).catch(() => [] as string[]);
  await until(async () => (await left('work')).length === 0);
  expect([await left('files'), await left('recordings')]).toEqual([[], []]);
});
