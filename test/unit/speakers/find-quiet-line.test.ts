import { describe, expect, test } from 'vitest';
import { findQuietLine } from '../../../src/main/speakers/channels/label-channels.ts';
import { levelsOf, type Part, QUIET } from '../../helpers/corpus/channel-levels.ts';

const find = (...parts: Part[]) => findQuietLine(levelsOf(parts));
const gainDb = (gain: number) => 20 * Math.log10(gain);

/** A loud line to the left and one so loud to the right, in turns. */
const call = (right: number): Part[] =>
  [0, 1, 2].flatMap((): Part[] => [
    [40, -20, QUIET],
    [10, QUIET, QUIET],
    [40, QUIET, right],
    [10, QUIET, QUIET],
  ]);

describe('a call', () => {
  test('a line more than 10 dB quieter is made louder to there, where it speaks', () => {
    const line = find(...call(-42));
    expect(line?.channel).toBe('right');
    expect(gainDb(line?.gain ?? 1)).toBeCloseTo(12, 0);
    expect(line?.spans).toEqual([
      { startMs: 4750, endMs: 9250 },
      { startMs: 14_750, endMs: 19_250 },
      { startMs: 24_750, endMs: 29_250 },
    ]);
  });

  test('lines about as loud stay as they are', () => {
    expect(find(...call(-20))).toBeNull();
    expect(find(...call(-29))).toBeNull();
  });

  test('a loud line with noise between its words is no hindrance', () => {
    const noisy = call(-40).map(
      ([steps, left, right]): Part => [steps, Math.max(left, -50), right],
    );
    expect(find(...noisy)?.channel).toBe('right');
  });
});

describe('nothing to make louder', () => {
  test.each<[string, Part[]]>([
    [
      'one channel copied more quietly',
      [
        [80, -20, -38, 1],
        [20, QUIET, QUIET],
      ],
    ],
    [
      'a line with noise only',
      [
        [40, -20, -45],
        [40, QUIET, -45],
        [40, -20, -45],
        [40, QUIET, -45],
      ],
    ],
    [
      'a line with nothing on it',
      [
        [80, -20, -200],
        [20, QUIET, -200],
      ],
    ],
    [
      'an echo that ends after the voice',
      [0, 1, 2, 3, 4, 5].flatMap((): Part[] => [
        [5, -20, QUIET],
        [35, -20, -38],
        [5, QUIET, -38],
        [15, QUIET, QUIET],
      ]),
    ],
    [
      'two people in a room with two microphones',
      [
        [40, -20, -33, 0.2],
        [40, -30, -30.5, 0.2],
        [20, QUIET, QUIET],
      ],
    ],
    [
      'music on both sides',
      [
        [60, -20, -31],
        [60, -22, -34],
        [60, -18, -31],
      ],
    ],
    ['silence', [[100, -200, -200]]],
    ['nothing at all', []],
  ])('%s', (_name, parts) => {
    expect(find(...parts)).toBeNull();
  });
});
