import { expect, test } from 'vitest';
import { formatClock, toSeconds } from '../../../src/shared/time.ts';

test.each([
  [0, 0],
  [1, 0.001],
  [75_752, 75.752],
  [1_234.4, 1.234],
  [36_000_000, 36_000],
])('%d ms are %d s', (ms, seconds) => {
  expect(toSeconds(ms)).toBe(seconds);
});

test.each([
  [-5, '0:00'],
  [999, '0:00'],
  [65_000, '1:05'],
  [3_599_999, '59:59'],
  [3_600_000, '1:00:00'],
  [36_000_000, '10:00:00'],
])('%d ms are shown as %s', (ms, text) => {
  expect(formatClock(ms)).toBe(text);
});
