import { describe, expect, test } from 'vitest';
import { dueAfterFailure } from '../../../src/main/queue/after/webhook-delivery.ts';

const MINUTE = 60_000;
const endedAt = 1_800_000_000_000;
const failed = { once: false, outcome: 'http', endedAt } as const;

describe('after a failed attempt', () => {
  test.each([
    [1, 1],
    [2, 5],
    [3, 30],
    [4, 120],
    [5, 720],
  ])('number %i the next begins %i minutes after its end', (number, minutes) => {
    expect(dueAfterFailure({ ...failed, number })).toBe(endedAt + minutes * MINUTE);
  });

  test.each([6, 7, 20])('number %i none follows', (number) => {
    expect(dueAfterFailure({ ...failed, number })).toBeNull();
  });

  test('that a user asked for none follows', () => {
    expect(dueAfterFailure({ ...failed, number: 1, once: true })).toBeNull();
  });

  test('whose address is forbidden none follows, but after one that did not resolve', () => {
    expect(dueAfterFailure({ ...failed, number: 1, outcome: 'blocked_address' })).toBeNull();
    const unknown = dueAfterFailure({ ...failed, number: 1, outcome: 'connection_error' });
    expect(unknown).toBe(endedAt + MINUTE);
  });
});
