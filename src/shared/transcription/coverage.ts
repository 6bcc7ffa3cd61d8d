/** Divides a recording into speech, silence, suppressed text and failed parts. Pure. */
import type { TimeSpan } from '../time.ts';

/**
 * Milliseconds of each kind, which add up to `totalMs`. Where kinds overlap, failed takes precedence over suppressed,
 * and suppressed over speech.
 */
export function divideRecording({
  speech,
  suppressed,
  failed,
  totalMs,
}: {
  speech: readonly TimeSpan[];
  suppressed: readonly TimeSpan[];
  failed: readonly TimeSpan[];
  totalMs: number;
}): { speechMs: number; silenceMs: number; suppressedMs: number; failedMs: number } {
  const failedMs = unionMs(failed, totalMs);
  const lostMs = unionMs([...failed, ...suppressed], totalMs);
  const soundMs = unionMs([...failed, ...suppressed, ...speech], totalMs);
  return {
    speechMs: soundMs - lostMs,
    silenceMs: totalMs - soundMs,
    suppressedMs: lostMs - failedMs,
    failedMs,
  };
}

/** How much of the recording these spans cover together. */
function unionMs(spans: readonly TimeSpan[], totalMs: number): number {
  let covered = 0;
  let reached = 0;
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const end = Math.min(endMs, totalMs);
    covered += Math.max(0, end - Math.max(startMs, reached));
    reached = Math.max(reached, end);
  }
  return covered;
}
