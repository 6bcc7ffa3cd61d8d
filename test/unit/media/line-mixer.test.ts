import { expect, test } from 'vitest';
import { createLineMixer } from '../../../src/main/media/ffmpeg/ffmpeg.ts';
import { bytesOfS16, s16FromBytes } from '../../helpers/corpus/audio.ts';
import { interleave } from '../../helpers/corpus/stereo.ts';

const RATE = 16_000;
const SECOND = { startMs: 1000, endMs: 2000 };
const constant = (value: number) => new Int16Array(3 * RATE).fill(value);
const mix = (left: number, right: number, gain = 4) => {
  const mixer = createLineMixer({ channel: 'right', gain, spans: [SECOND] }, RATE);
  return s16FromBytes(mixer(bytesOfS16(interleave(constant(left), constant(right)))));
};

test('the quiet line is louder in its spans alone, and time stays as it is', () => {
  const mixed = mix(100, 10);
  expect(mixed.length).toBe(3 * RATE);
  expect([mixed[0], mixed[RATE * 1.5], mixed[RATE * 2.5]]).toEqual([55, 70, 55]);
});

test('it comes and goes without a click', () => {
  const mixed = mix(0, 1000);
  const jumps = mixed.map((sample, index) => Math.abs(sample - (mixed[index - 1] ?? sample)));
  expect(Math.max(...jumps)).toBeLessThanOrEqual(3);
  expect(mixed[RATE]).toBe(2000);
});

test('what is too loud is cut off, not turned over', () => {
  expect(mix(30_000, 30_000)[RATE * 1.5]).toBe(32_767);
  expect(mix(-30_000, -30_000)[RATE * 1.5]).toBe(-32_768);
});

test('chunks may end anywhere', () => {
  const bytes = bytesOfS16(interleave(constant(100), constant(10)));
  const mixer = createLineMixer({ channel: 'right', gain: 4, spans: [SECOND] }, RATE);
  const cuts = [0, 1, 2, 7, 63_999, 100_002, 150_001, bytes.length];
  const parts = cuts.slice(1).map((end, index) => mixer(bytes.subarray(cuts[index], end)));
  expect(s16FromBytes(Buffer.concat(parts))).toEqual(mix(100, 10));
});
