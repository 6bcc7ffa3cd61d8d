/** Whole jobs over links that are traps: each ends with the error that is documented for it, and leaves nothing. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';
import { dose, isSoak } from '../../helpers/harness/dose.ts';
import { until } from '../../helpers/harness/until.ts';
import {
  type Canary,
  type Origin,
  startCanary,
  startOrigin,
} from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let canary: Canary;
let origin: Origin;

const hls = (part: string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${part}\n#EXT-X-ENDLIST\n`;

type Trap = {
  code: string;
  headers?: Record<string, string>;
  status?: number;
  body: () => string | Buffer;
};

/** Hours of silence in some kilobytes, by path. */
const quiet = new Map<string, Buffer>();
const silence = async (hours: number): Promise<Buffer> => {
  const source = ['-f', 'lavfi', '-i', `anullsrc=r=100:cl=mono:d=${hours * 3600}`];
  const output = ['-c:a', 'flac', '-frame_size', '65535', '-f', 'flac', 'pipe:1'];
  const made = await execa('ffmpeg', ['-v', 'error', ...source, ...output], { encoding: 'buffer' });
  return Buffer.from(made.stdout);
};

const QUIET_HOURS = dose(0.5, 2);

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
  // A gigabyte of samples; test/integration/media/ffmpeg-bombs.all.test.ts decodes such a file as well.
  ...(isSoak && {
    '/unfolds.flac': { code: 'recording_too_long', body: () => quiet.get('unfolds') ?? '' },
  }),
  '/round.mp3': {
    code: 'too_many_redirects',
    status: 302,
    headers: { location: '/round.mp3' },
    body: () => '',
  },
};

beforeAll(async () => {
  canary = await startCanary();
  if (isSoak) quiet.set('unfolds', await silence(11));
  quiet.set('quiet', await silence(QUIET_HOURS));
  origin = await startOrigin((request, response) => {
    if (request.url === '/quiet.flac') return response.end(quiet.get('quiet'));
    const trap = TRAPS[request.url ?? ''];
    return response.writeHead(trap?.status ?? (trap ? 200 : 404), trap?.headers).end(trap?.body());
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

test('hours of silence in two kilobytes are a transcription without words', async () => {
  const done = await transcribe(app.keyClient, { url: `${origin.url}/quiet.flac` });
  expect(done).toMatchObject({ status: 'completed', duration_seconds: QUIET_HOURS * 3600 });
  expect(done.warnings.map(({ code }) => code)).toContain('no_speech');
  expect(done.result?.segments).toEqual([]);
  await app.client.deleteTranscription(done.id);
});

test('none of them reached anything, and nothing of them is left', async () => {
  expect(canary.connections()).toBe(0);
  const left = async (folder: string) =>
    readdir(join(app.dataDir, folder)).catch(() => [] as string[]);
  await until(async () => (await left('work')).length === 0);
  expect([await left('files'), await left('recordings')]).toEqual([[], []]);
});
