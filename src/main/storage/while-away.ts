import type { Clock } from '../core/clock.ts';
import { isAway } from '../core/errors.ts';
import type { Logger } from '../core/logger.ts';

const AGAIN_MS = 2_000;
const LONGEST_MS = 30_000;

/** For background work, which waits until the storage can be reached again, or the data folder is back, or `signal` aborts. */
export async function whileAway<Result>(
  { clock, logger }: { clock: Clock; logger: Logger },
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let waitMs = AGAIN_MS; ; waitMs = Math.min(LONGEST_MS, waitMs * 2)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isAway(error)) throw error;
      if (waitMs === AGAIN_MS) logger.warn({ err: error }, 'waits for the storage');
      await clock.sleep(waitMs, signal);
    }
  }
}
