import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import {
  asFile,
  clipsIn,
  compose,
  serveRecordings,
  shortBytes,
} from '../../helpers/corpus/recordings.ts';
import {
  crashingEngine,
  realEngine,
  recordingEngine,
  writeProgram,
} from '../../helpers/engines/engine-programs.ts';
import { fakeEngine } from '../../helpers/engines/fake-engine.ts';
import { crashes, transcribedWindows } from '../../helpers/engines/recording-engine.ts';
import {
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

/** Three windows, of which two are transcribed at once. */
const recording = asFile(compose(loadPool(), clipsIn('en', 20))).bytes;
const lanes = 2;
/** The recording as an engine that does not die transcribes it, once for all tests. */
let undisturbed: Promise<Transcription> | null = null;
const transcribeUndisturbed = async () => {
  await writeProgram(engineFile, realEngine);
  undisturbed ??= transcribe(app.client, { url, structure: false });
  return undisturbed;
};
const start = () => startTestApp({ engineFile, lanes, threads: 1 }, { tasks: ONE_VOICE });
let app: TestApp;
let origin: Origin;
let folder: string;
let engineFile: string;
let url: string;
/** Long enough for an engine that never gets further. */
let shortUrl: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  engineFile = join(folder, 'engine.sh');
  app = await start();
  origin = await serveRecordings({ '/talk.wav': recording, '/short.mp3': shortBytes() });
  url = `${origin.url}/talk.wav`;
  shortUrl = `${origin.url}/short.mp3`;
});
afterAll(async () => {
  await app.stop();
  await origin.close();
  await rm(folder, { recursive: true, force: true });
});

describe('an engine that dies', () => {
  test('always, fails the recording after three tries, and the next one goes on', async () => {
    await writeProgram(engineFile, crashingEngine);
    expect(await transcribe(app.client, { url: shortUrl })).toMatchObject({
      status: 'failed',
      points_spent: 0,
      error: { code: 'engine_crashed', stage: 'transcribing', retryable: true },
    });
    expect((await transcribeUndisturbed()).status).toBe('completed');
  });

  test('or prints garbage, fails the recording too', async () => {
    await writeProgram(engineFile, fakeEngine('garbage'));
    // Another app, because this one keeps its engine.
    const other = await start();
    const failed = await transcribe(other.client, { url: shortUrl });
    await other.stop();
    expect(failed).toMatchObject({
      status: 'failed',
      points_spent: 0,
      error: { code: 'engine_protocol', stage: 'transcribing', retryable: true },
    });
  });

  test('once, is started again and transcribes only the windows it did not finish', async () => {
    const { result } = await transcribeUndisturbed();
    const log = join(folder, 'heard.log');
    await writeProgram(engineFile, recordingEngine(log, 3));
    const other = await start();
    const done = await transcribe(other.client, { url, structure: false });
    await other.stop();
    expect(crashes(log)).toBe(1);
    expect(done.status).toBe('completed');
    expect(done.result?.segments).toEqual(result?.segments);
    const windows = new Set(transcribedWindows(log)).size;
    expect(transcribedWindows(log).length - windows).toBeGreaterThan(0);
    expect(transcribedWindows(log).length - windows).toBeLessThanOrEqual(lanes);
  });
});
