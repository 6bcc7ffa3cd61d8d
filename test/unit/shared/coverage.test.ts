import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideRecording } from '../../../src/shared/transcription/coverage.ts';

const span = fc
  .tuple(fc.nat(10_000), fc.nat(3000))
  .map(([startMs, length]) => ({ startMs, endMs: startMs + length }));
const spans = fc.array(span, { maxLength: 20 });

test('every millisecond of a recording is of one kind', () => {
  fc.assert(
    fc.property(spans, spans, spans, (speech, suppressed, failed) => {
      const totalMs = 9000;
      const divided = divideRecording({ speech, suppressed, failed, totalMs });
      const kinds = Object.values(divided);
      expect(kinds.every((ms) => ms >= 0)).toBe(true);
      expect(kinds.reduce((sum, ms) => sum + ms, 0)).toBe(totalMs);
    }),
  );
});

test('what failed is no speech, and neither is what was taken out', () => {
  const divided = divideRecording({
    speech: [{ startMs: 0, endMs: 6000 }],
    suppressed: [{ startMs: 1000, endMs: 3000 }],
    failed: [{ startMs: 2000, endMs: 4000 }],
    totalMs: 10_000,
  });
  expect(divided).toEqual({ speechMs: 3000, silenceMs: 4000, suppressedMs: 1000, failedMs: 2000 });
});
