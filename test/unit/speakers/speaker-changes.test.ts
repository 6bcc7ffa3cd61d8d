import { expect, test } from 'vitest';
import { cutAtChanges } from '../../../src/main/speakers/acoustic/cut-at-changes.ts';
import { followUnits } from '../../../src/main/speakers/acoustic/follow-units.ts';
import type { VoiceUnit } from '../../../src/main/speakers/acoustic/frame-sums.ts';
import { packUnits, unpackUnits } from '../../../src/main/speakers/acoustic/pack-units.ts';
import type { VoiceFrame } from '../../../src/main/speakers/acoustic/voice-frames.ts';
import { seededRandom } from '../../../src/main/speakers/seeded-random.ts';

const LOW = { pitch: 110, middle: -4 };
const HIGH = { pitch: 210, middle: 4 };

/** Somebody goes on speaking: a frame every 20 ms around the same pitch and the same cepstra. */
function frames(voice: typeof LOW, startMs: number, endMs: number): VoiceFrame[] {
  const random = seededRandom(startMs + endMs);
  const around = (middle: number, width: number) =>
    middle + width * (random() + random() + random() - 1.5);
  return Array.from({ length: (endMs - startMs) / 20 }, (_, index) => ({
    atMs: startMs + index * 20,
    pitch: around(voice.pitch, 20),
    cepstra: Float32Array.from({ length: 19 }, () => around(voice.middle, 10)),
  }));
}

const spansOf = (units: readonly VoiceUnit[]) =>
  units.map(({ startMs, endMs }) => [startMs, endMs]);

test('speech is parted where another voice goes on without a pause', () => {
  const both = [...frames(LOW, 0, 4000), ...frames(HIGH, 4000, 9000)];
  const units = cutAtChanges({ startMs: 0, endMs: 9000 }, both);
  expect(spansOf(units)).toEqual([
    [0, 4000],
    [4000, 9000],
  ]);
});

test('one voice is not parted, but for the pieces in which it is looked at', () => {
  const one = (endMs: number) => cutAtChanges({ startMs: 0, endMs }, frames(LOW, 0, endMs));
  expect(spansOf(one(12_000))).toEqual([[0, 12_000]]);
  expect(spansOf(one(30_000))).toEqual([
    [0, 15_000],
    [15_000, 30_000],
  ]);
});

test('speech in which nothing is voiced is a unit of no frames', () => {
  const units = cutAtChanges({ startMs: 0, endMs: 5000 }, []);
  expect(units).toMatchObject([{ startMs: 0, endMs: 5000, frames: { count: 0 } }]);
});

/** Six sentences, every second one by the other voice. */
const sentences = Array.from({ length: 6 }, (_, index) => {
  const span = { startMs: index * 4000, endMs: index * 4000 + 3000 };
  return cutAtChanges(span, frames(index % 2 === 0 ? LOW : HIGH, span.startMs, span.endMs));
}).flat();

test('a unit that was given to the wrong speaker goes to the right one', () => {
  const first = Int32Array.from([0, 1, 0, 1, 0, 0]);
  const { speakers, confidences } = followUnits(sentences, first, 2);
  expect([...speakers]).toEqual([0, 1, 0, 1, 0, 1]);
  expect(Math.min(...confidences)).toBeGreaterThan(0.9);
});

test('units are the same after they were stored, but for rounding', () => {
  const units = unpackUnits(packUnits(sentences), 0, sentences.length);
  expect(spansOf(units)).toEqual(spansOf(sentences));
  for (const [index, { frames: sums }] of units.entries()) {
    const before = sentences[index]?.frames;
    expect(sums.count).toBe(before?.count);
    sums.sums.forEach((sum, at) => {
      expect(Math.abs(sum - (before?.sums[at] ?? 0)) / sums.count).toBeLessThan(0.01);
    });
  }
  const none = cutAtChanges({ startMs: 0, endMs: 500 }, []);
  expect(unpackUnits(packUnits(none), 0, 1)).toEqual(none);
});
