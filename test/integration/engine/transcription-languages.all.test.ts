import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { startTestApp, type TestApp, transcribe } from '../../helpers/harness/app.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';

const pool = loadPool();
const recordings = new Map(
  ['en', 'de', 'es'].map((language) => [
    language,
    asFile(compose(pool, clipsIn(language, language === 'en' ? 4 : 9))),
  ]),
);
const [english, german] = [clipsIn('en', 16), clipsIn('de', 8)];
/** A pause of over two seconds always ends a window, so that none has both languages. */
const bilingual = compose(
  pool,
  [...english, ...german],
  [...english.map(() => 400), 2500, ...german.slice(1).map(() => 400)],
);
recordings.set('mixed', asFile(bilingual));
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

  test('is told window by window where a recording has two', async () => {
    const done = await transcribe(app.client, { url: `${origin.url}/mixed.wav` });
    expect(done.language).toBe('en');
    const segments = done.result?.segments ?? [];
    const firstGerman = bilingual.truth[english.length]?.startMs ?? 0;
    const spoken = segments.map(({ start }) => (start * 1000 < firstGerman - 1000 ? 'en' : 'de'));
    expect(segments.map(({ language }) => language)).toEqual(spoken);
    expect(new Set(spoken)).toEqual(new Set(['en', 'de']));
    expect(wordErrorRate(asFile(bilingual).text, done.result?.text ?? '')).toBeLessThan(0.12);
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
