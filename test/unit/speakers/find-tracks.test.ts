import { describe, expect, test } from 'vitest';
import type { ChannelLevels } from '../../../src/main/core/audio-channels.ts';
import { findChannelTurns } from '../../../src/main/speakers/channels/channel-steps.ts';
import {
  findQuietTracks,
  fitsChannels,
} from '../../../src/main/speakers/channels/label-channels.ts';
import { findMixedTrack, withoutTrack } from '../../../src/main/speakers/channels/mixed-track.ts';

const QUIET = -60;
/** For so many steps of 100 ms, the power of each track in dB. */
type Part = readonly [steps: number, ...levels: number[]];

function levelsOf(...parts: readonly Part[]): ChannelLevels {
  const channels = (parts[0]?.length ?? 1) - 1;
  const values = parts.flatMap(([steps, ...levels]) =>
    Array.from({ length: steps }, () => [...levels.map((db) => 10 ** (db / 10)), 0]).flat(),
  );
  return { stepMs: 100, channels, values: Float32Array.from(values), ofTracks: true };
}

const find = (...parts: readonly Part[]) => turnsOf(levelsOf(...parts));

function turnsOf(levels: ChannelLevels) {
  const endMs = (levels.values.length / (levels.channels + 1)) * 100;
  return findChannelTurns(levels, [{ startMs: 0, endMs }]);
}
const spansOf = (levels: ChannelLevels) =>
  turnsOf(levels)?.map(({ startMs, endMs, speaker }) => [startMs, endMs, speaker]) ?? null;
const spans = (...parts: readonly Part[]) => spansOf(levelsOf(...parts));

describe('where each track is a speaker', () => {
  test('who is loudest on their own track speaks, and has the number of that track', () => {
    expect(
      spans([30, QUIET, QUIET, -20], [30, -25, QUIET, QUIET], [30, QUIET, -22, QUIET]),
    ).toEqual([
      [0, 3000, 2],
      [3000, 6000, 0],
      [6000, 9000, 1],
    ]);
  });

  test('what a microphone picks up of the others is no turn', () => {
    const turns = find([40, -20, -38, -40], [40, -41, -24, -45], [40, -39, -40, -18]);
    expect(turns?.map(({ speaker }) => speaker)).toEqual([0, 1, 2]);
    expect(turns?.every(({ confidence }) => confidence > 0.5)).toBe(true);
  });

  test('one of them may speak alone, and two at the same time', () => {
    expect(spans([2, QUIET, QUIET], [60, QUIET, -20])).toEqual([[0, 6200, 1]]);
    const both = spans([30, -20, QUIET], [30, -18, -24.5], [30, QUIET, -20]);
    expect(both?.map(([, , speaker]) => speaker)).toEqual([0, 1]);
  });

  test('speech that the detector missed is found on its track', () => {
    const made = levelsOf(
      [40, -20, QUIET],
      [20, QUIET, QUIET],
      [40, QUIET, -35],
      [20, QUIET, QUIET],
    );
    expect(findChannelTurns(made, [{ startMs: 0, endMs: 4000 }])).toMatchObject([
      { startMs: 0, endMs: 4000, speaker: 0 },
      { startMs: 6000, endMs: 10_000, speaker: 1 },
    ]);
  });

  test('tracks more than 10 dB quieter than the loudest are made louder to there, where they speak', () => {
    const pause: Part = [10, QUIET, QUIET, QUIET];
    const parts: Part[] = [[40, -20, QUIET, QUIET], pause, [40, QUIET, -45, QUIET], pause];
    const quiet = findQuietTracks(levelsOf(...parts, [40, QUIET, QUIET, -28], pause));
    expect(quiet.map(({ track }) => track)).toEqual([1]);
    expect(20 * Math.log10(quiet[0]?.gain ?? 0)).toBeCloseTo(15, 0);
    expect(quiet[0]?.spans).toEqual([{ startMs: 4750, endMs: 9250 }]);
    // What a microphone picks up of the others is no speech of its own.
    expect(findQuietTracks(levelsOf([40, -20, -42], [10, QUIET, QUIET], [40, -20, -42]))).toEqual(
      [],
    );
  });

  test('a track that is the mix of the others is found, a room in three microphones is not', () => {
    const talk: Part[] = [
      [30, -20, -20, QUIET],
      [30, -24, QUIET, -24],
      [30, -17, -20, -20],
      [10, QUIET, QUIET, QUIET],
    ];
    expect(findMixedTrack(levelsOf(...talk))).toBe(0);
    expect(spansOf(withoutTrack(levelsOf(...talk), 0))).toEqual([
      [0, 3000, 1],
      [3000, 10_000, 2],
    ]);
    expect(findMixedTrack(levelsOf([90, -20, -20, -20]))).toBeNull();
    expect(findMixedTrack(levelsOf([40, -20, -38, -40], [40, -41, -24, -45]))).toBeNull();
    expect(findMixedTrack(levelsOf([40, -20, -20]))).toBeNull();
  });

  test('where no one speaks there is no speaker', () => {
    expect(findChannelTurns(levelsOf([100, -90, -90]), [])).toBeNull();
  });

  test('another number of people than speak on the tracks is left to the voices', () => {
    const turns = find([30, -20, QUIET, QUIET], [30, QUIET, QUIET, -20]) ?? [];
    const fits = [null, 1, 2, 3].map((expected) => fitsChannels(turns, expected));
    expect(fits).toEqual([true, false, true, false]);
  });
});
