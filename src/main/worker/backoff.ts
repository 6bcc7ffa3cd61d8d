import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Waits that all lanes share, each twice as long as the one before until it is `over`; one line in the log for each. */
export function createBackoff(
  what: string,
  { clock, logger, signal }: { clock: Clock; logger: Logger; signal: AbortSignal },
) {
  let waitMs = FIRST_WAIT_MS;
  let waiting: Promise<void> | null = null;
  const begin = async (error: unknown) => {
    logger.warn({ err: error, waitMs }, what);
    // Machines that were refused together do not all come back at once.
    await clock.sleep(waitMs * (0.5 + Math.random()), signal).catch(() => {});
    waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs);
    waiting = null;
  };
  return {
    wait: (error: unknown): Promise<void> => {
      waiting ??= begin(error);
      return waiting;
    },
    over: () => {
      waitMs = FIRST_WAIT_MS;
    },
  };
}
