import { describe, expect, test } from 'vitest';
import {
  indexOf,
  moveEdge,
  placeOf,
  roomOf,
} from '../../../src/renderer/src/pages/transcript/subtitles/cue-changes.ts';
import type { EditedCue } from '../../../src/shared/subtitles/edited-cues.ts';

const cue = (startMs: number, endMs: number, other: Partial<EditedCue> = {}): EditedCue => ({
  startMs,
  endMs,
  lines: ['Hello'],
  speaker: null,
  label: null,
  edit: null,
  words: { startMs, endMs },
  ...other,
});
const edit = { index: 0, outdated: false };

describe('the times of a subtitle', () => {
  test('end where the next begins, and begin where the last word before it ends', () => {
    const lingering = cue(0, 3000, { words: { startMs: 0, endMs: 2400 } });
    const cues = [lingering, cue(3000, 4000), cue(4500, 6000)];
    expect(roomOf(cues, 1)).toEqual({ fromMs: 2400, toMs: 4500 });
  });

  test('leave one that was timed by hand as it is', () => {
    const timed = cue(0, 3000, { words: { startMs: 0, endMs: 2400 }, edit });
    expect(roomOf([timed, cue(3000, 4000)], 1).fromMs).toBe(3000);
  });

  test('leave one before it long enough to be seen', () => {
    const short = cue(0, 3000, { words: { startMs: 0, endMs: 200 } });
    expect(roomOf([short, cue(3000, 4000)], 1).fromMs).toBe(833);
  });

  test('touch the neighbours and pass neither them nor each other', () => {
    const room = { fromMs: 1000, toMs: 5000 };
    const times = { startMs: 2000, endMs: 4000 };
    expect(moveEdge(times, 'startMs', 0, room)).toEqual({ startMs: 1000, endMs: 4000 });
    expect(moveEdge(times, 'startMs', 9000, room)).toEqual({ startMs: 3950, endMs: 4000 });
    expect(moveEdge(times, 'endMs', 9000, room)).toEqual({ startMs: 2000, endMs: 5000 });
    expect(moveEdge(times, 'endMs', 0.4, room)).toEqual({ startMs: 2000, endMs: 2050 });
  });
});

test('a subtitle is found again by its words, whatever its times are then', () => {
  const words = { startMs: 1000, endMs: 3000 };
  const before = [cue(0, 900), cue(1000, 2000, { words, edit }), cue(2000, 3000, { words, edit })];
  const place = placeOf(before, 2);
  const after = [cue(0, 900), cue(1000, 1500, { words, edit }), cue(1700, 3000, { words, edit })];
  expect(indexOf(after, place)).toBe(2);
  expect(indexOf([cue(0, 900)], place)).toBe(-1);
});
