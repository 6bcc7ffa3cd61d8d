import { expect, test } from 'vitest';
import { createAligner } from '../../../../src/renderer/src/recorder/align-tracks.ts';
import { createResampler } from '../../../../src/renderer/src/recorder/resample.ts';
import type { Block } from '../../../../src/renderer/src/recorder/sound-block.ts';
import type { RecordedTrack } from '../../../../src/shared/recordings.ts';

/** A buffer of ten milliseconds of one value. */
const buffer = (value: number) => new Int16Array(160).fill(value);
const aligned = () => {
  const blocks: Block[] = [];
  return { blocks, aligner: createAligner((block) => blocks.push(block)) };
};

test('two tracks stay within 50 ms of each other, though their devices come to differ by five seconds', () => {
  const { blocks, aligner } = aligned();
  const found = { microphone: [] as number[], computer: [] as number[] };
  const device = (track: RecordedTrack, rate: number) => ({ track, rate, next: 0, beats: 0 });
  const heard = [device('microphone', 1.002), device('computer', 0.998)];
  for (let time = 0; time < 20 * 60_000; time += 10) {
    for (const one of heard)
      while (one.next <= time) {
        // Both hear a beat every ten seconds of real time.
        const isBeat = one.next >= one.beats * 10_000;
        if (isBeat) one.beats += 1;
        const samples = buffer(isBeat ? 1000 : 1);
        aligner.add(one.track, { samples, atMs: one.next, clockAheadMs: 0 });
        one.next += 10 * one.rate;
      }
    for (const { at, sound } of blocks.splice(0))
      for (const { track } of heard) {
        const first = sound[track].indexOf(1000);
        const before = found[track].at(-1) ?? Number.NEGATIVE_INFINITY;
        if (first >= 0 && at - before > 1000) found[track].push(at - 100 + first / 16);
      }
  }
  expect(found.microphone.length).toBeGreaterThan(115);
  expect(found.computer).toHaveLength(found.microphone.length);
  const apart = found.microphone.map((at, nth) => Math.abs(at - (found.computer[nth] ?? 0)));
  expect(Math.max(...apart)).toBeLessThanOrEqual(50);
});

test('what one of them misses is silence, at its place', () => {
  const { blocks, aligner } = aligned();
  for (let at = 0; at < 3000; at += 10) {
    aligner.add('computer', { samples: buffer(2), atMs: at, clockAheadMs: 0 });
    if (at < 1000 || at >= 2000)
      aligner.add('microphone', { samples: buffer(1), atMs: at, clockAheadMs: 0 });
  }
  expect(blocks.length).toBeGreaterThanOrEqual(29);
  blocks.forEach(({ at, sound }, nth) => {
    expect(at).toBe((nth + 1) * 100);
    expect(sound.computer.every((sample) => sample === 2)).toBe(true);
    const missing = nth >= 10 && nth < 20;
    expect(sound.microphone.every((sample) => sample === (missing ? 0 : 1))).toBe(true);
  });
});

test('what both of them miss is no block, and the next one has its own time', () => {
  const { blocks, aligner } = aligned();
  for (const from of [0, 60_000])
    for (let at = from; at < from + 500; at += 10)
      aligner.add('microphone', { samples: buffer(1), atMs: at, clockAheadMs: 7000 });
  expect(blocks.map(({ at }) => at)).toEqual(
    [100, 200, 300, 400, 500, 60_100, 60_200, 60_300, 60_400, 60_500].map((at) => at + 7000),
  );
});

test.each([48_000, 44_100, 24_000, 16_000, 8000])(
  'sound at %i Hz keeps its pitch, and what cannot be heard at 16 kHz is left out',
  (rate) => {
    const tone = (hertz: number) => {
      const resample = createResampler(rate);
      const made: number[] = [];
      for (let start = 0; start < rate; start += rate / 100) {
        const samples = Float32Array.from(
          { length: rate / 100 },
          (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * (start + at)) / rate),
        );
        made.push(...resample(samples));
      }
      return made;
    };
    const low = tone(1000).slice(1000);
    const power = (samples: number[]) =>
      Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);
    expect(power(low)).toBeCloseTo((0.5 * 32_767) / Math.SQRT2, -2.5);
    const crossings = low.filter((one, at) => one >= 0 && (low[at - 1] ?? 0) < 0).length;
    expect(crossings / (low.length / 16_000)).toBeCloseTo(1000, -1);
    if (rate > 24_000) expect(power(tone(11_000).slice(1000))).toBeLessThan(30);
  },
);
