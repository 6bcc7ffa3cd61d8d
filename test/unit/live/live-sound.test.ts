import { expect, it } from 'vitest';
import { loudestTrack, mixed, tracksOf } from '../../../src/main/live/live-sound.ts';
import { bytesOfS16, s16FromBytes } from '../../helpers/corpus/audio.ts';
import { interleave } from '../../helpers/corpus/stereo.ts';

const tone = (gain: number) =>
  Int16Array.from({ length: 16_000 }, (_, at) => Math.round(Math.sin(at / 5) * gain));

it('mixes tracks, as loud as each is and no louder than can be', () => {
  const one = Int16Array.of(1, 30_000, -30_000);
  const tracks = tracksOf(bytesOfS16(interleave(one, one)), 2);
  expect([...s16FromBytes(mixed(tracks))]).toEqual([2, 32_767, -32_768]);
});

it('gives words to the track that is louder, though the other has an echo of them 3 dB softer', () => {
  const tracks = tracksOf(bytesOfS16(interleave(tone(7000), tone(10_000))), 2);
  expect(loudestTrack(tracks, { startMs: 100, endMs: 900 })).toBe(1);
  const mine = tracksOf(bytesOfS16(interleave(tone(7000), new Int16Array(16_000))), 2);
  expect(loudestTrack(mine, { startMs: 100, endMs: 900 })).toBe(0);
});
