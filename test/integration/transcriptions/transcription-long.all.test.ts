import { afterAll, expect, test } from 'vitest';
import { loadPool } from '../../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../../helpers/corpus/recordings.ts';
import { normalizeWords, wordErrorRate } from '../../helpers/corpus/wer.ts';
import { startTestApp, transcribe } from '../../helpers/harness/app.ts';
import { dose } from '../../helpers/harness/dose.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';

const LONG_SILENCE_MS = 30_000;
const COUNT = dose(24, 60);
const clips = clipsIn('en', COUNT);
const composed = compose(
  loadPool(),
  clips,
  clips.map((_, index) => (index === COUNT / 2 ? LONG_SILENCE_MS : 300)),
);
const { bytes, text } = asFile(composed);
const app = await startTestApp({}, { tasks: ONE_VOICE });
const origin = await serveRecordings({ '/long.wav': bytes });

afterAll(async () => {
  await app.stop();
  await origin.close();
});

test('a recording of minutes with a long silence loses no words', async () => {
  expect(composed.durationMs).toBeGreaterThan(dose(90_000, 180_000));
  const done = await transcribe(app.client, { url: `${origin.url}/long.wav`, structure: false });
  expect(done.status).toBe('completed');
  const transcribed = done.result?.text ?? '';
  expect(wordErrorRate(text, transcribed)).toBeLessThan(0.06);
  const [said, got] = [normalizeWords(text).length, normalizeWords(transcribed).length];
  expect(Math.abs(got - said) / said).toBeLessThan(0.02);

  const segments = done.result?.segments ?? [];
  const late = composed.truth.filter(
    ({ startMs }) => !segments.some(({ start }) => Math.abs(start * 1000 - startMs) <= 500),
  );
  expect(late.map((sentence) => sentence.text)).toHaveLength(0);
  const silence = composed.truth[COUNT / 2]?.startMs ?? 0;
  const inSilence = segments.filter(
    ({ start, end }) =>
      end * 1000 > silence - LONG_SILENCE_MS + 500 && start * 1000 < silence - 500,
  );
  expect(inSilence).toEqual([]);

  const { speech, silence: quiet, ...lost } = done.result?.coverage ?? {};
  expect(lost).toEqual({ suppressed: 0, failed: 0 });
  expect(quiet).toBeGreaterThan(LONG_SILENCE_MS / 1000 - 1);
  expect(((speech ?? 0) + (quiet ?? 0)) * 1000).toBeCloseTo(composed.durationMs, 3);

  const starts = segments.flatMap(({ words }) => words.map(({ start }) => start * 1000));
  const errors = composed.truth
    .map(({ startMs }) => Math.min(...starts.map((start) => Math.abs(start - startMs))))
    .sort((a, b) => a - b);
  expect(errors[Math.floor(errors.length * 0.5)]).toBeLessThanOrEqual(80);
  expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThanOrEqual(300);
});
