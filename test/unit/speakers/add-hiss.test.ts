import { describe, expect, test } from 'vitest';
import { createHiss } from '../../../src/main/speakers/neural/window-embedder.ts';

const tone = Float32Array.from({ length: 16_000 }, (_, index) =>
  index < 8000 ? 0.2 * Math.sin(index / 10) : 0,
);
const addHiss = createHiss(tone.length);
const levelOf = (samples: Float32Array) =>
  10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
const loud = (samples: Float32Array, gain: number) => samples.map((value) => value * gain);

describe('hiss under a window', () => {
  test('fills digital silence, 45 dB below the sound of the whole window', () => {
    const silent = addHiss(tone).subarray(8000);
    expect(levelOf(silent)).toBeCloseTo(levelOf(tone) - 45, 0);
  });

  test('is the same every time', () => {
    expect(addHiss(tone)).toEqual(addHiss(tone));
  });

  test('is as much weaker where the sound is weaker', () => {
    const weak = loud(addHiss(loud(tone, 0.01)), 100);
    const strong = addHiss(tone);
    const difference = weak.map((value, index) => value - (strong[index] ?? 0));
    expect(levelOf(difference)).toBeLessThan(levelOf(tone) - 90);
  });

  test('leaves nothing as nothing', () => {
    expect(addHiss(new Float32Array(1000))).toEqual(new Float32Array(1000));
    expect(addHiss(new Float32Array(0))).toHaveLength(0);
  });
});
