const MINUTE_MS = 60_000;
/** How long after each failure the next attempt begins; after the last of these none does. */
export const RETRY_DELAYS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

/** When the attempt after the `number`th, failed one is due, or null when that was the last. */
export function dueAfterFailure(failed: {
  number: number;
  once: boolean;
  endedAt: number;
}): number | null {
  const delay = failed.once ? undefined : RETRY_DELAYS_MS[failed.number - 1];
  return delay === undefined ? null : failed.endedAt + delay;
}
