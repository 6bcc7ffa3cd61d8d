import { expect, test } from 'vitest';
import { widenRegions } from '../../../src/main/speakers/turns/find-turns.ts';

const spans = (...pairs: [number, number][]) =>
  pairs.map(([startMs, endMs]) => ({ startMs, endMs }));

test('regions grow at their edges, and ones that would touch become one', () => {
  const regions = spans([1000, 2000], [2300, 3000], [4000, 5000]);
  expect(widenRegions(regions)).toEqual(spans([850, 3150], [3850, 5000]));
});

test('never beyond the recording', () => {
  expect(widenRegions(spans([50, 900]))).toEqual(spans([0, 900]));
  expect(widenRegions([])).toEqual([]);
});
