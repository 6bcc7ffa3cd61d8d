import type { SendResult } from '../webhooks/send.ts';

const MINUTE_MS = 60_000;
/** How long after each failure the next attempt begins; after the last of these none does. */
export const RETRY_DELAYS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

/**
 * When the attempt after the `number`th, failed one is due, or null when none follows: after the last, and where the
 * address is forbidden, because it would be again.
 */
export function dueAfterFailure(failed: {
  number: number;
  once: boolean;
  outcome: SendResult['kind'];
  endedAt: number;
}): number | null {
  if (failed.once || failed.outcome === 'blocked_address') return null;
  const delay = RETRY_DELAYS_MS[failed.number - 1];
  return delay === undefined ? null : failed.endedAt + delay;
}
