import type { Clock } from '../../clock.ts';

const MAX_FAILURES = 20;
const WINDOW_MS = 60_000;

/** Slows down whoever tries keys: after 20 wrong ones in a minute the rest of that minute answers 429. */
export function createGuessLimit(clock: Clock) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  return {
    /** Counts a wrong key. Returns whether there were too many of late. */
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
