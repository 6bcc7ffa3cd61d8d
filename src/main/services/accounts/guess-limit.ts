import type { Clock } from '../../core/clock.ts';

const MAX_FAILURES = 20;
const WINDOW_MS = 60_000;

/** Limits the guessing of secrets: after 20 wrong ones within a minute the rest of that minute is refused. */
export function createGuessLimit(clock: Clock) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  return {
    /** Counts a wrong one. Returns whether there were too many recently. */
    fail(): boolean {
      if (clock.mono() - startedAt >= WINDOW_MS) {
        startedAt = clock.mono();
        failures = 0;
      }
      failures++;
      return failures > MAX_FAILURES;
    },
  };
}
