import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedTime, sharesOf } from '../../../src/main/queue/forecast/stage-times.ts';
import type { MeasuredStage } from '../../../src/main/repositories/jobs/real-time-factor.repository.ts';
import { Stage } from '../../../src/shared/transcription/transcription.ts';

const factor = fc.double({ min: 1e-6, max: 100, noNaN: true });
const anyFactors = fc
  .array(fc.tuple(fc.constantFrom(...Stage.options), factor))
  .map((entries) => new Map(entries));

describe('the shares of the stages', () => {
  test('lie one behind the other between 0 and 1, whatever was measured', () => {
    fc.assert(
      fc.property(anyFactors, (factors) => {
        const shares = sharesOf(factors);
        let end = 0;
        for (const stage of Stage.options) {
          const [from, to] = shares[stage];
          expect(from).toBeCloseTo(end, 9);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThan(1);
      }),
    );
  });

  test('follow what the stages took', () => {
    const [from, to] = sharesOf(
      new Map([
        ['decoding', 0.5],
        ['transcribing', 0.5],
        ['labeling', 0.02],
      ]),
    ).transcribing;
    expect(to - from).toBeGreaterThan(0.4);
    expect(to - from).toBeLessThan(0.5);
  });
});

test('nothing is expected of a model that was never used here', () => {
  expect(expectedTime(new Map([['decoding', 0.01]]), 60_000)).toBeNull();
  const known = new Map<MeasuredStage, number>([
    ['decoding', 0.01],
    ['transcribing', 0.5],
    ['detecting', 0.001],
    ['labeling', 0.02],
    ['structuring', 0.001],
  ]);
  expect(expectedTime(known, 60_000)).toBeCloseTo(31_920);
});

test('a stage that was never measured is guessed, so that the first recording does not end much later than said', () => {
  const known = new Map<MeasuredStage, number>([
    ['decoding', 0.01],
    ['transcribing', 0.1],
  ]);
  // Labeling ten times as slow as decoding, as it is beside a small model.
  expect(expectedTime(known, 60_000)).toBeGreaterThan(12_600);
});
