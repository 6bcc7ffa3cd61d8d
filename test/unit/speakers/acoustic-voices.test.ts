import { describe, expect, test } from 'vitest';
import builtIn from '../../../src/main/speakers/acoustic/between-voices.json' with { type: 'json' };
import {
  ACOUSTIC_SPACE,
  BetweenVoices,
  describeVoice,
  likelihoodRatio,
  PROFILE_NUMBERS,
} from '../../../src/main/speakers/acoustic/between-voices.ts';
import { addFrame, noFrames, SUMMED } from '../../../src/main/speakers/acoustic/frame-sums.ts';
import { comparisonIn } from '../../../src/main/speakers/compare-voices.ts';
import { seededRandom } from '../../../src/main/speakers/seeded-random.ts';

/** Frames like those of the people it was learnt from: what whitens them, undone; `pitch` in semitones above theirs. */
function speech(count: number, pitch: number, seed: number) {
  const random = seededRandom(seed);
  const normal = () => random() + random() + random() + random() + random() + random() - 3;
  const whitening = rowsOf(builtIn.mean.slice(1));
  const frames = noFrames();
  for (let frame = 0; frame < count; frame += 1) {
    const numbers: number[] = [];
    for (const [row, { parts, last }] of whitening.entries()) {
      const known = parts.reduce((sum, part, at) => sum + part * (numbers[at] ?? 0), 0);
      numbers[row] = (normal() * Math.SQRT2) / last - known;
    }
    const [above = 0, ...cepstra] = numbers;
    const semitones = (builtIn.mean[0] ?? 0) + pitch + above;
    const hertz = 2 ** (semitones / 12);
    addFrame(frames, { atMs: frame * 10, pitch: hertz, cepstra: Float32Array.from(cepstra) });
  }
  return frames;
}

/** The lower triangle, row by row: parts of the last number of each row, and its logarithm. */
function rowsOf(triangle: readonly number[]) {
  return Array.from({ length: SUMMED }, (_, row) => {
    const from = (row * (row + 1)) / 2;
    const last = Math.exp(triangle[from + row] ?? 0);
    return { parts: triangle.slice(from, from + row), last };
  });
}

describe('what was learnt of people', () => {
  test('fits the numbers that describe a voice', () => {
    expect(BetweenVoices.safeParse(builtIn).success).toBe(true);
    expect(builtIn.voices).toBeGreaterThan(10);
  });

  test.each([
    ['is of other numbers', { mean: builtIn.mean.slice(1) }],
    ['lacks a variance', { between: builtIn.between.slice(1) }],
    ['holds a variance of nothing', { between: builtIn.between.map(() => 0) }],
    ['was learnt from nobody', { voices: 0 }],
  ])('is refused where it %s', (_what, wrong) => {
    expect(BetweenVoices.safeParse({ ...builtIn, ...wrong }).success).toBe(false);
  });
});

test('too little speech is no voice, nor is a sound like nobody’s', () => {
  expect(describeVoice(speech(599, 0, 1))).toBeNull();
  expect(describeVoice(speech(600, 0, 1))).toHaveLength(PROFILE_NUMBERS);
  const hiss = noFrames();
  const random = seededRandom(5);
  for (let frame = 0; frame < 900; frame += 1) {
    const cepstra = Float32Array.from({ length: 19 }, () => 8 * random() - 4);
    addFrame(hiss, { atMs: frame * 10, pitch: 110 + 20 * random(), cepstra });
  }
  expect(describeVoice(hiss)).toBeNull();
});

test('two of different pitch are likelier two people than two of one pitch', () => {
  const voice = (pitch: number, seed: number) =>
    describeVoice(speech(1200, pitch, seed)) ?? new Float32Array(0);
  const [low, again, high] = [voice(-5, 1), voice(-5, 2), voice(5, 3)];
  expect(likelihoodRatio(low, again)).toBeGreaterThan(0);
  expect(likelihoodRatio(low, high)).toBeLessThan(0);
  expect(likelihoodRatio(low, high)).toBeCloseTo(likelihoodRatio(high, low));
});

test('such voices are compared by likelihood, those of a model by their angle', () => {
  expect(comparisonIn(ACOUSTIC_SPACE)).toMatchObject({ same: builtIn.same, directions: false });
  expect(comparisonIn('neural 2 0123')).toMatchObject({ same: 0.75, directions: true });
});
