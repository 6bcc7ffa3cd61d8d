import { describe, expect, test } from 'vitest';
import { dueAfterFailure } from '../../../src/main/queue/delivery-schedule.ts';

const MINUTE = 60_000;
const endedAt = 1_800_000_000_000;

describe('after a failed attempt', () => {
  test.each([
    [1, 1],
    [2, 5],
    [3, 30],
    [4, 120],
    [5, 720],
  ])('number %i the next begins %i minutes after its end', (number, minutes) => {
    expect(dueAfterFailure({ number, once: false, endedAt })).toBe(endedAt + minutes * MINUTE);
  });

  test.each([6, 7, 20])('number %i none follows', (number) => {
    expect(dueAfterFailure({ number, once: false, endedAt })).toBeNull();
  });

  test('that somebody asked for none follows', () => {
    expect(dueAfterFailure({ number: 1, once: true, endedAt })).toBeNull();
  });
});
