/** What the engine recognizes, from samples to timed words, without the queue around it. */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { cutWindows } from '../../../src/main/engine/speech/cut-windows.ts';
import { findSpeech } from '../../../src/main/engine/speech/find-speech.ts';
import { toSegments } from '../../../src/main/engine/words/join-tokens.ts';
import type { JudgedSegment } from '../../../src/main/engine/words/judge-window.ts';
import { transcribeWindow } from '../../../src/main/engine/words/transcribe-window.ts';
import { bytesOfS16, type Composed, loadPool, SAMPLES_PER_MS } from '../../helpers/corpus/audio.ts';
import { clipsIn, compose } from '../../helpers/corpus/recordings.ts';
import { wordErrorRate } from '../../helpers/corpus/wer.ts';
import { demoModel, openEngine } from '../../helpers/engines/engine.ts';
import { dose } from '../../helpers/harness/dose.ts';

// The real engine shares the processors with the other tests.
vi.setConfig({ testTimeout: 240_000 });

const pool = loadPool();
const path = join(tmpdir(), `steno-word-times-${process.pid}.s16`);
const { signal } = new AbortController();
let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({ modelPath: demoModel, lanes: 2, threads: 1 });
});
afterAll(async () => {
  await engine.close();
  await rm(path, { force: true });
});

/** The segments of a recording on its own time. */
async function transcribeOnce({ samples }: Pick<Composed, 'samples'>): Promise<JudgedSegment[]> {
  await writeFile(path, bytesOfS16(samples));
  const found = await findSpeech({ path, signal }, engine);
  const transcript = await Promise.all(
    cutWindows(found).map(async ({ startMs, endMs }) => {
      const pcm = bytesOfS16(samples.slice(startMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS));
      const speech = found.regions
        .filter((region) => region.endMs > startMs && region.startMs < endMs)
        .map((region) => ({ startMs: region.startMs - startMs, endMs: region.endMs - startMs }));
      const window = await transcribeWindow(engine, pcm, { language: 'en', speech, signal });
      return window.segments.map((segment) => ({
        ...segment,
        startMs: segment.startMs + startMs,
        words: segment.words.map((word) => ({ ...word, startMs: word.startMs + startMs })),
      }));
    }),
  );
  return transcript.flat();
}

/** What the engine says of the same windows before anything is judged or transcribed again. */
async function transcribeUnjudged({ samples }: Composed): Promise<string> {
  await writeFile(path, bytesOfS16(samples));
  const windows = cutWindows(await findSpeech({ path, signal }, engine));
  const transcript = await Promise.all(
    windows.map(async ({ startMs, endMs }) => {
      const pcm = bytesOfS16(samples.slice(startMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS));
      return toSegments(await engine.transcribe(pcm, { language: 'en', signal }));
    }),
  );
  return textOf(transcript.flat());
}

const textOf = (segments: readonly { text: string }[]) =>
  segments.map(({ text }) => text).join(' ');
const startsOf = (segments: readonly JudgedSegment[]) =>
  segments.flatMap(({ words }) => words.map(({ text, startMs }) => ({ text, startMs })));

test('the same sentences have the same words at the same times, whatever a minute before them holds', async () => {
  const sentences = clipsIn('en', 30).slice(24);
  const alone = compose(pool, sentences, [2500, 400, 400, 400, 400, 400]);
  const before = compose(pool, clipsIn('en', 20), [400]);
  // A multiple of 160 ms, so that the frames of the detector (32 ms) and of the levels (10 ms) fall alike.
  const shiftMs = Math.ceil(before.durationMs / 160) * 160;
  expect(shiftMs).toBeGreaterThan(50_000);
  const samples = new Int16Array(shiftMs * SAMPLES_PER_MS + alone.samples.length);
  samples.set(before.samples);
  samples.set(alone.samples, shiftMs * SAMPLES_PER_MS);

  const expected = startsOf(await transcribeOnce(alone));
  const late = startsOf(await transcribeOnce({ samples })).slice(-expected.length);
  const unshifted = late.map(({ text, startMs }) => ({ text, startMs: startMs - shiftMs }));
  expect(unshifted).toEqual(expected);
});

test('a sentence that is truly said twenty times is transcribed twenty times, and flagged', async () => {
  const twenty = Array.from({ length: 20 }, () => clipsIn('en', 1)).flat();
  const transcript = await transcribeOnce(compose(pool, twenty, [300]));
  expect(transcript.filter(({ text }) => /yesterday/.test(text))).toHaveLength(20);
  expect(transcript.filter(({ flags }) => flags.includes('repetition')).length).toBeGreaterThan(3);
});

test('of dozens of sentences at most 8% of the words begin where no one speaks, and judging costs no words', async () => {
  const sentences = compose(pool, clipsIn('en', dose(24, 40)), [400]);
  const transcript = await transcribeOnce(sentences);
  const starts = startsOf(transcript);
  const inSilence = starts.filter(({ startMs }) =>
    sentences.truth.every((said) => startMs < said.startMs || startMs >= said.endMs),
  );
  expect(inSilence.length / starts.length).toBeLessThanOrEqual(0.08);

  const truth = textOf(sentences.truth);
  const unjudged = wordErrorRate(truth, await transcribeUnjudged(sentences));
  expect(wordErrorRate(truth, textOf(transcript))).toBeLessThanOrEqual(unjudged + 0.002);
});
