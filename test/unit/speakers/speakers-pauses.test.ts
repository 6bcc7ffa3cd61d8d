import { expect, test } from 'vitest';
import { cutAtPauses } from '../../../src/main/speakers/acoustic/cut-at-pauses.ts';
import type { Samples } from '../../../src/main/speakers/samples.ts';
import { seededRandom } from '../../../src/main/speakers/seeded-random.ts';

const SAMPLES_PER_MS = 16;

/** A tone that is on or off for so many milliseconds each, over noise of such an amplitude. */
function sounding(pattern: readonly [number, boolean][], noise = 0.0005): Samples {
  const random = seededRandom(1);
  const amplitudes = pattern.flatMap(([ms, on]) =>
    new Array<number>(ms * SAMPLES_PER_MS).fill(on ? 0.3 : 0),
  );
  const all = Float32Array.from(
    amplitudes.map(
      (amplitude, index) => amplitude * Math.sin(index / 8) + noise * (random() - 0.5),
    ),
  );
  return {
    read: ({ startMs, endMs }) => all.subarray(startMs * SAMPLES_PER_MS, endMs * SAMPLES_PER_MS),
    [Symbol.dispose]() {},
  };
}

test('a pause between two people parts their speech, a tenth of a second from each', () => {
  const samples = sounding([
    [1000, true],
    [400, false],
    [1000, true],
  ]);
  expect(cutAtPauses(samples, { startMs: 0, endMs: 2400 })).toEqual([
    { startMs: 0, endMs: 1100 },
    { startMs: 1300, endMs: 2400 },
  ]);
});

test('a shorter pause parts nothing', () => {
  const samples = sounding([
    [1000, true],
    [200, false],
    [1000, true],
  ]);
  expect(cutAtPauses(samples, { startMs: 0, endMs: 2200 })).toEqual([{ startMs: 0, endMs: 2200 }]);
});

test('nothing is parted where noise fills the pauses', () => {
  const samples = sounding(
    [
      [1000, true],
      [400, false],
      [1000, true],
    ],
    0.1,
  );
  expect(cutAtPauses(samples, { startMs: 0, endMs: 2400 })).toEqual([{ startMs: 0, endMs: 2400 }]);
});

test('times are those of the recording, and nothing reaches beyond the stretch', () => {
  const samples = sounding([
    [500, false],
    [1000, true],
    [500, false],
  ]);
  expect(cutAtPauses(samples, { startMs: 460, endMs: 1540 })).toEqual([
    { startMs: 460, endMs: 1540 },
  ]);
});

test('digital silence and no sound at all are no error', () => {
  const silence = sounding([[1000, false]], 0);
  expect(cutAtPauses(silence, { startMs: 0, endMs: 1000 })).toEqual([{ startMs: 0, endMs: 1000 }]);
  expect(cutAtPauses(silence, { startMs: 1000, endMs: 1010 })).toEqual([]);
});
