/** What is transcribed can be read while the rest is still transcribed, by those who may see the transcription. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../src/shared/client.ts';
import type { ServerEvent } from '../../../src/shared/server-event.ts';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, sampleBytes } from '../../helpers/corpus/recordings.ts';
import { recordingEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import { transcribedWindows } from '../../helpers/engines/recording-engine.ts';
import {
  finished,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { until } from '../../helpers/harness/until.ts';

type SegmentsEvent = Extract<ServerEvent, { type: 'transcription.segments' }>;

/** Beyond five minutes the beginning is transcribed before the rest is looked through. */
const COPIES = 4;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({}, { tasks: ONE_VOICE });
});
afterAll(() => app.stop());

async function listen(client: Client) {
  const news: SegmentsEvent[] = [];
  const stop = new AbortController();
  const opened = Promise.withResolvers<void>();
  const ended = (async () => {
    for await (const { event } of client.events(stop.signal, { onOpen: opened.resolve })) {
      if (event.type === 'transcription.segments') news.push(event);
    }
  })().catch(() => {});
  await opened.promise;
  return {
    news,
    stop: async () => {
      stop.abort();
      await ended;
    },
  };
}

test('finished passages are told of and can be asked for', { timeout: 280_000 }, async () => {
  const sample = await readFile(join(import.meta.dirname, '../../../resources/samples/sample.mp3'));
  const long = Buffer.concat(Array.from({ length: COPIES }, () => sample));
  const { url } = await app.client.uploadFile(new Blob([long]), 'long.mp3');
  const { key } = await app.client.createKey({ name: 'own', scope: 'own' });
  const window = await listen(app.client);
  const stranger = await listen(createClient({ baseUrl: app.url, key }));

  const { id } = await app.client.createTranscription({ url, language: 'en' });
  await until(() => window.news[0]);
  const early = await app.client.getTranscription(id, { partial: true });
  expect(early.status).toBe('processing');
  expect(early.result).toBeNull();
  const { partial } = early;
  expect(partial?.segments.length).toBeGreaterThan(0);
  expect(partial?.segments[0]?.words.length).toBeGreaterThan(0);
  expect(partial?.until).toBeLessThan(early.duration_seconds ?? 0);
  expect((await app.client.getTranscription(id)).partial).toBeUndefined();

  // It can be played before its text is whole.
  const shown = await until(() => window.news.find(({ media }) => media !== null));
  expect((await app.client.getWaveform(id)).length).toBeGreaterThan(0);
  expect(shown.media?.url).toContain(id);

  const whole = await finished(app.client, id);
  const told: string[] = [];
  for (const { from, segments } of window.news) {
    told.splice(from, told.length, ...segments.map(({ text }) => text));
    expect(segments.every(({ words }) => words.length === 0)).toBe(true);
  }
  // The last second may end before it is told; what was told is how the text begins.
  const text = told.join(' ');
  expect(whole.result?.text.replaceAll(/\s+/g, ' ').startsWith(text.slice(0, 500))).toBe(true);
  expect(whole.partial).toBeUndefined();
  expect(stranger.news).toEqual([]);
  await window.stop();
  await stranger.stop();
});

test('without a language named, no window is transcribed twice to find out', async () => {
  const folder = await makeTempFolder();
  const log = join(folder, 'windows.log');
  const engineFile = await writeProgram(join(folder, 'engine'), recordingEngine(log));
  const own = await startTestApp({ engineFile, lanes: 1, threads: 1 }, { tasks: ONE_VOICE });
  const window = await listen(own.client);
  const { url } = await own.client.uploadFile(new Blob([sampleBytes()]), 'sample.mp3');
  const done = await transcribe(own.client, { url });
  const windows = transcribedWindows(log);
  expect(windows.length).toBeGreaterThan(2);
  expect(new Set(windows).size).toBe(windows.length);
  expect(done.language).toBe('en');
  expect(done.warnings.map(({ code }) => code)).not.toContain('language_uncertain');
  // The first is read while it is the only one.
  const [first] = window.news;
  expect(first?.segments[0]?.start).toBeLessThan(5);
  expect(first?.segments.at(-1)?.end).toBeLessThan(30);
  await window.stop();
  await own.stop();
  await rm(folder, { recursive: true });
});

test('a greeting in another language stays as it was heard first', async () => {
  const folder = await makeTempFolder();
  const log = join(folder, 'windows.log');
  const engineFile = await writeProgram(join(folder, 'engine'), recordingEngine(log));
  const own = await startTestApp({ engineFile, lanes: 2, threads: 1 }, { tasks: ONE_VOICE });
  const clips = [...clipsIn('de', 5), ...clipsIn('en', 90)];
  const { bytes } = asFile(compose(loadPool(), clips));
  const { url } = await own.client.uploadFile(new Blob([Uint8Array.from(bytes)]), 'talk.wav');
  const { result, language } = await transcribe(own.client, { url, speaker_recognition: false });
  const windows = transcribedWindows(log);
  // None of the windows that are asked which language is spoken is the first.
  expect(windows.length).toBeGreaterThan(9);
  expect(new Set(windows).size).toBe(windows.length);
  expect(language).toBe('en');
  expect(result?.segments[0]?.language).toBe('de');
  expect(result?.segments.at(-1)?.language).toBe('en');
  await own.stop();
  await rm(folder, { recursive: true });
});
