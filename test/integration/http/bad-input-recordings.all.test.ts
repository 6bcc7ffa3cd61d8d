import { spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { downloadText } from '../../../src/shared/client.ts';
import { noise, wavFile } from '../../helpers/corpus/audio.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import {
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

let app: TestApp;
let origin: Origin;
let folder: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  app = await startTestApp();
  const short = shortBytes();
  origin = await serveRecordings({
    '/page.html': Buffer.from('<!doctype html><html><body>A page, no recording.</body></html>'),
    '/empty.mp3': Buffer.alloc(0),
    '/text.mp3': Buffer.from('These are words, not sounds.\n'.repeat(100)),
    '/mute.mp4': await muteVideo(),
    '/cut.mp4': (await soundInMp4()).subarray(0, 20_000),
    '/cut.mp3': short.subarray(0, short.length / 2),
    '/silence.wav': wavFile(noise(8_000, undefined)),
  });
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(folder, { recursive: true, force: true });
});

async function encode(name: string, args: string[]): Promise<Buffer> {
  const path = join(folder, name);
  const { status } = spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', ...args, path]);
  expect(status).toBe(0);
  return readFile(path);
}

const muteVideo = () => encode('mute.mp4', ['-i', 'color=size=64x64:duration=1', '-an']);
const soundInMp4 = () => encode('sound.mp4', ['-i', 'sine=frequency=300:duration=20', '-vn']);
const fetched = (path: string) => transcribe(app.client, { url: origin.url + path });

/** What a person reads: a sentence, with nothing of the program's insides in it. */
function expectSentence(message: string | undefined): void {
  expect(message).toMatch(/^[A-Z"].*[.)]$/);
  expect(message).not.toMatch(/undefined|null|\bat \w+ \(|Error:/);
}

// Side by side, because one of them is tried again for twenty seconds.
describe.concurrent('a recording that cannot be had or read', () => {
  test.each([
    ['/missing.mp3', 'source_not_found', 'fetching'],
    ['/page.html', 'source_is_web_page', 'fetching'],
    ['/empty.mp3', 'empty_media', 'fetching'],
    ['/text.mp3', 'unsupported_media', 'decoding'],
    ['/mute.mp4', 'no_audio_track', 'decoding'],
    ['/cut.mp4', 'unsupported_media', 'decoding'],
  ])('%s fails with %s while %s', async (path, code, stage) => {
    const failed = await fetched(path);
    expect(failed).toMatchObject({
      status: 'failed',
      result: null,
      points_spent: 0,
      stage: null,
      error: { code, stage, retryable: false },
    });
    expectSentence(failed.error?.message);
    expect((await app.client.health()).status).toBe('ok');
  });

  test('a port where nothing listens fails as unreachable, after it was tried again', async () => {
    const gone = await serveRecordings({});
    await gone.close();
    const failed = await transcribe(app.client, { url: `${gone.url}/a.mp3` });
    expect(failed.error).toMatchObject({ code: 'source_unreachable', retryable: true });
    expectSentence(failed.error?.message);
  });

  test('the service itself is never fetched from', async () => {
    const failed = await transcribe(app.client, { url: `${app.url}/sample.mp3` });
    expect(failed.error).toMatchObject({ code: 'blocked_address' });
  });
});

describe('a recording that is odd but fine', () => {
  test('cut off in the middle: what can be read is transcribed', async () => {
    const done = await fetched('/cut.mp3');
    expect(done.status).toBe('completed');
    expect(done.duration_seconds).toBeGreaterThan(3);
    expect(done.duration_seconds).toBeLessThan(6);
    expect(done.result?.text).toMatch(/^Anna watched the quiet garden today\./);
  });

  test('without any speech: completed, empty, and said so', async () => {
    const done = await fetched('/silence.wav');
    expect(done).toMatchObject({ status: 'completed', duration_seconds: 8, points_spent: 0 });
    expect(done.warnings.map(({ code }) => code)).toContain('no_speech');
    expect(done.result).toMatchObject({ text: '', segments: [] });
    expect(done.result?.diarization).toMatchObject({ method: 'single', model: null });
    expect(done.result?.structured).toMatchObject({ paragraphs: [], table_of_contents: [] });
    const { vtt = '', srt = '' } = done.result?.subtitles ?? {};
    const parsed = new WebVTTParser({}).parse(
      await downloadText(vtt),
      'subtitles/captions/descriptions',
    );
    expect(parsed).toMatchObject({ cues: [], errors: [] });
    expect(await downloadText(srt)).toBe('');
  });
});
