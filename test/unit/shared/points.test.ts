import { expect, test } from 'vitest';
import { pointsFor } from '../../../src/shared/sources/quote.ts';

test.each([
  [0, 0],
  [1, 1],
  [59_999, 1],
  [60_000, 1],
  [60_001, 2],
  [75_752, 2],
  [36_000_000, 600],
])('%i ms cost %i points', (durationMs, points) => {
  expect(pointsFor(durationMs)).toBe(points);
});
