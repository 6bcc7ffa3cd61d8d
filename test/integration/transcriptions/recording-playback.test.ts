import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { planPlayback } from '../../../src/main/media/ffmpeg/playback-copy.ts';
import { probeMedia } from '../../../src/main/media/ffmpeg/probe.ts';
import { PEAKS_PER_SECOND } from '../../../src/shared/transcription/playable-media.ts';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { sampleBytes, serveRecordings } from '../../helpers/corpus/recordings.ts';
import {
  ask,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let origin: Origin;
let folder: string;
let ffmpeg: string;
const { signal } = new AbortController();

beforeAll(async () => {
  app = await startTestApp({}, { tasks: ONE_VOICE });
  ffmpeg = await findFfmpeg({ env: process.env });
  folder = await makeTempFolder();
  const spoken = Buffer.from(sampleBytes()).subarray(0, 60_000);
  await convertAll();
  const made = (extension: string) => readFile(join(folder, `talk.${extension}`));
  origin = await serveRecordings({
    '/talk.mp3': spoken,
    '/talk.aiff': await made('aiff'),
    '/talk.avi': await made('avi'),
  });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(folder, { recursive: true, force: true });
});

/** How a picture is written beside the sound; none where nothing says. */
const KINDS: readonly { extension: string; video?: readonly string[] }[] = [
  { extension: 'aiff' },
  { extension: 'mp3' },
  { extension: 'wav' },
  { extension: 'm4a' },
  { extension: 'ogg' },
  { extension: 'aac' },
  { extension: 'mp4', video: ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'] },
  { extension: 'mkv', video: ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'] },
  { extension: 'webm', video: ['-c:v', 'libvpx'] },
  { extension: 'avi', video: ['-c:v', 'mpeg4'] },
];

/** A second of a tone as a file of each kind, by one ffmpeg: starting one takes longer than that. */
async function convertAll(): Promise<void> {
  const made = (source: string) => ['-f', 'lavfi', '-i', source];
  const inputs = [...made('sine=440:d=1'), ...made('testsrc=s=64x64:d=1')];
  const outputs = KINDS.flatMap(({ extension, video }) => [
    ...['-map', '0:a', ...(video ? ['-map', '1:v', ...video] : [])],
    `talk.${extension}`,
  ]);
  await execa(ffmpeg, ['-v', 'error', '-y', ...inputs, ...outputs], {
    cwd: folder,
    stdin: 'ignore',
  });
}

const media = (done: Transcription, headers: Record<string, string> = {}, method = 'GET') =>
  ask(done.result?.media?.url ?? '', {
    method,
    headers: { authorization: `Bearer ${app.key}`, ...headers },
  });

describe('a recording that browsers play', () => {
  let done: Transcription;
  beforeAll(async () => {
    done = await transcribe(app.keyClient, { url: `${origin.url}/talk.mp3` });
  });

  test('is kept as it is, and given in parts', async () => {
    expect(done.result?.media?.type).toBe('audio/mpeg');
    const whole = await media(done);
    expect(whole.status).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '60000',
      'accept-ranges': 'bytes',
    });
    const part = await media(done, { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 100-199/60000',
      'content-length': '100',
    });
    expect(await media(done, {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  test('says where it ends to whom asks for a part behind that', async () => {
    const beyond = await media(done, { range: 'bytes=60000-' });
    expect(beyond).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */60000' } });
    expect(JSON.parse(beyond.body).error.code).toBe('range_not_satisfiable');
  });

  test('is not sent again to whom has it', async () => {
    const { headers } = await media(done);
    const etag = `${headers['etag']}`;
    for (const named of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const unchanged = await media(done, { 'if-none-match': named, range: 'bytes=0-9' });
      expect(unchanged).toMatchObject({ status: 304, body: '', headers: { etag } });
    }
    expect((await media(done, { 'if-none-match': '"other"' })).status).toBe(200);
    const rest = { range: 'bytes=0-9' };
    expect((await media(done, { ...rest, 'if-range': etag })).status).toBe(206);
    for (const named of ['"other"', `W/${etag}`]) {
      expect((await media(done, { ...rest, 'if-range': named })).status).toBe(200);
    }
  });

  test('comes with what every answer says', async () => {
    for (const part of ['', 'bytes=0-9', 'bytes=60000-']) {
      expect((await media(done, { range: part })).headers).toMatchObject({
        'x-request-id': expect.stringMatching(/^req_/),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  test('shows how loud it is, eight times a second', async () => {
    const peaks = await app.client.getWaveform(done.id);
    expect(peaks).toHaveLength(Math.ceil((done.duration_seconds ?? 0) * PEAKS_PER_SECOND));
    expect(Math.max(...peaks)).toBeGreaterThan(40);
    expect(Math.min(...peaks)).toBeLessThan(10);
  });

  test('is not given to strangers', async () => {
    expect((await media(done, { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await media(done, { origin: 'https://example.com' })).status).toBe(403);
  });

  test('goes with its transcription', async () => {
    const kept = join(app.dataDir, 'recordings', done.id);
    expect(existsSync(kept)).toBe(true);
    await app.client.deleteTranscription(done.id);
    expect(existsSync(kept)).toBe(false);
    expect((await media(done)).status).toBe(404);
  });
});

test('a recording that browsers do not play is kept as a copy that they do', async () => {
  const done = await transcribe(app.keyClient, { url: `${origin.url}/talk.aiff` });
  expect(done.result?.media?.type).toBe('audio/webm');
  const file = join(app.dataDir, 'recordings', done.id, 'media');
  const facts = await probeMedia({ ffmpeg, input: file, clock: systemClock, signal });
  expect(facts).toMatchObject({ audio: 'opus', video: null });
  expect(facts.container).toContain('webm');
});

test.runIf(process.platform === 'linux')(
  'a copy is made again when something kills its ffmpeg',
  async () => {
    const lives = join(folder, 'lives');
    const program = await writeScript(
      join(folder, 'killed-ffmpeg'),
      `lives=${shellWord(lives)}`,
      'case "$*" in *libopus*) echo >> "$lives"; [ "$(wc -l < "$lives")" -gt 2 ] || kill -9 $$;; esac',
      `exec ${shellWord(ffmpeg)} "$@"`,
    );
    vi.stubEnv('STENO_FFMPEG', program);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const done = await transcribe(app.keyClient, { url: `${origin.url}/talk.avi` });
    expect(done.result?.media?.type).toBe('audio/webm');
    expect(await readFile(lives, 'utf8')).toBe('\n\n\n');
  },
);

test.each([
  ['mp3', 'audio/mpeg', 'nothing'],
  ['wav', 'audio/wav', 'nothing'],
  ['m4a', 'audio/mp4', 'nothing'],
  ['ogg', 'audio/ogg', 'nothing'],
  ['aac', 'audio/mp4', 'mp4'],
  ['mp4', 'video/mp4', 'nothing'],
  ['mkv', 'video/mp4', 'mp4'],
  ['webm', 'video/webm', 'nothing'],
  ['avi', 'audio/webm', 'sound'],
])('%s is played as %s', async (extension, type, make) => {
  const input = join(folder, `talk.${extension}`);
  const facts = await probeMedia({ ffmpeg, input, clock: systemClock, signal });
  expect(planPlayback(facts, [1])).toMatchObject({ type, make });
});
