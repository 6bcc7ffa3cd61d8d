import { describe, expect, test } from 'vitest';
import { findChannelTurns } from '../../../src/main/speakers/channels/channel-steps.ts';
import { levelsOf, type Part, QUIET } from '../../helpers/corpus/channel-levels.ts';

const levels = (...parts: Part[]) => levelsOf(parts);
const all = ({ values }: { values: Float32Array }) => [
  { startMs: 0, endMs: (values.length / 3) * 100 },
];
const find = (...parts: Part[]) => findChannelTurns(levels(...parts), all(levels(...parts)));
const spans = (...parts: Part[]) =>
  find(...parts)?.map(({ startMs, endMs, speaker }) => [startMs, endMs, speaker]) ?? null;

/** Half a minute in which both people speak, followed by what a test is about. */
const CALL: Part[] = [0, 1, 2].flatMap((): Part[] => [
  [40, QUIET, -20],
  [10, QUIET, QUIET],
  [40, -20, QUIET],
  [10, QUIET, QUIET],
]);

describe('a call', () => {
  test('who is loud on their own channel speaks, and who speaks first comes first', () => {
    const turns = spans([30, QUIET, -20], [30, -25, QUIET], [30, QUIET, -20]);
    expect(turns).toEqual([
      [0, 3000, 0],
      [3000, 6000, 1],
      [6000, 9000, 0],
    ]);
  });

  test('an echo and a quieter person at the other end are no hindrance', () => {
    const turns = find([40, -20, -40, 1], [10, QUIET, QUIET], [40, QUIET, -30], [10, QUIET, QUIET]);
    expect(turns?.map(({ speaker }) => speaker)).toEqual([0, 1]);
    expect(turns?.every(({ confidence }) => confidence > 0.5)).toBe(true);
  });

  test('noise on a line is not taken for a voice', () => {
    const turns = find([40, -30, -50], [20, -50, -50], [40, -50, -30], [20, -50, -50]);
    expect(turns?.map(({ speaker }) => speaker)).toEqual([0, 1]);
    expect(turns?.[1]?.startMs).toBeGreaterThanOrEqual(4000);
    expect(turns?.[1]?.startMs).toBeLessThanOrEqual(6000);
  });

  test('when both speak at once the louder one does', () => {
    const turns = spans(...CALL, [30, -18, -24.5], [30, -24.5, -18])?.slice(-2);
    expect(turns?.map(([, endMs, speaker]) => [endMs, speaker])).toEqual([
      [33_000, 1],
      [36_000, 0],
    ]);
  });

  test('a click on the other line is no turn, a short yes is one', () => {
    const click = spans(...CALL, [20, -20, QUIET], [1, QUIET, -20], [20, -20, QUIET]);
    expect(click?.at(-1)?.[1]).toBe(34_100);
    expect(click?.at(-1)?.[2]).toBe(1);
    const yes = spans(...CALL, [20, -20, QUIET], [3, QUIET, -20], [20, -20, QUIET]);
    expect(yes?.slice(-2)).toEqual([
      [32_000, 32_300, 0],
      [32_300, 34_300, 1],
    ]);
  });

  test('speech that the detector missed is found by its channel, a cough is not', () => {
    const regions = [
      { startMs: 250, endMs: 3950 },
      { startMs: 5050, endMs: 8970 },
    ];
    const made = levels(...CALL.slice(0, 8), [3, -20, QUIET], [20, QUIET, QUIET]);
    expect(findChannelTurns(made, regions)).toMatchObject([
      { startMs: 0, endMs: 4000, speaker: 0 },
      { startMs: 5000, endMs: 9000, speaker: 1 },
      { startMs: 10_000, endMs: 14_000, speaker: 0 },
      { startMs: 15_000, endMs: 19_000, speaker: 1 },
    ]);
  });
});

describe('no call', () => {
  const both = (left: number, right: number, alike: number): Part[] => [
    [40, left, right, alike],
    [10, QUIET, QUIET],
    [40, right, left, alike],
    [10, QUIET, QUIET],
  ];

  test.each<[string, Part[]]>([
    ['one channel copied to both', both(-20, -20, 1)],
    ['one channel copied upside down', both(-20, -20, -1)],
    [
      'one channel copied more quietly',
      [
        [80, -20, -40, 1],
        [20, QUIET, QUIET],
      ],
    ],
    ['two people panned halfway', both(-20, -28, 1)],
    ['two microphones in a room', both(-20, -24, 0.1)],
    [
      'two people at the same time',
      [
        [80, -20, -20],
        [20, QUIET, QUIET],
      ],
    ],
    [
      'a channel with nothing on it',
      [
        [80, -20, -200],
        [20, QUIET, -200],
      ],
    ],
    [
      'a channel with noise only',
      [
        [80, -20, -45],
        [20, QUIET, -45],
      ],
    ],
    ['a channel with an echo only', both(-20, -42, 0).slice(0, 2)],
    [
      'a channel that says one word in a minute',
      [...both(-20, QUIET, 0).slice(0, 2), [600, -20, QUIET], [5, QUIET, -20]],
    ],
    ['silence', [[100, -200, -200]]],
  ])('%s', (_name, parts) => {
    expect(find(...parts)).toBeNull();
  });

  test('a recording without speech, or levels that end before it', () => {
    expect(findChannelTurns(levels(...CALL), [])).toBeNull();
    expect(findChannelTurns(levels(), [{ startMs: 0, endMs: 9000 }])).toBeNull();
  });
});
