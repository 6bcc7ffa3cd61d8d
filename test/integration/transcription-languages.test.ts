import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, transcribe } from '../helpers/app.ts';
import { loadPool } from '../helpers/audio.ts';
import type { Origin } from '../helpers/http-origin.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../helpers/recordings.ts';
import { wordErrorRate } from '../helpers/wer.ts';

const pool = loadPool();
const recordings = new Map(
  ['en', 'de', 'es'].map((language) => [
    language,
    asFile(compose(pool, clipsIn(language, language === 'en' ? 4 : 14))),
  ]),
);
let app: TestApp;
let origin: Origin;

beforeAll(async () => {
  app = await startTestApp();
  origin = await serveRecordings(
    Object.fromEntries([...recordings].map(([name, { bytes }]) => [`/${name}.wav`, bytes])),
  );
});
afterAll(async () => {
  await app.stop();
  await origin.close();
});

describe('the language', () => {
  test.each(['de', 'es'])('of a recording in %s is found out', async (language) => {
    const done = await transcribe(app.client, { url: `${origin.url}/${language}.wav` });
    expect(done).toMatchObject({ status: 'completed', language });
    expect(new Set(done.result?.segments.map((segment) => segment.language))).toEqual(
      new Set([language]),
    );
    const said = recordings.get(language)?.text ?? '';
    expect(wordErrorRate(said, done.result?.text ?? '')).toBeLessThan(0.12);
    expect(done.warnings.map(({ code }) => code)).toEqual(['demo_model']);
  });

  test('is the one that was given', async () => {
    const done = await transcribe(app.client, { url: `${origin.url}/de.wav`, language: 'de' });
    expect(done).toMatchObject({ status: 'completed', language: 'de' });
    const wrong = await transcribe(app.client, { url: `${origin.url}/en.wav`, language: 'de' });
    expect(wrong.result?.segments.every((segment) => segment.language === 'de')).toBe(true);
  });
});

describe('structure', () => {
  test('is left out when it is not wanted', async () => {
    const done = await transcribe(app.client, { url: `${origin.url}/en.wav`, structure: false });
    expect(done.status).toBe('completed');
    expect(done.result?.structured).toBeNull();
    expect(done.result?.text).not.toBe('');
  });
});
