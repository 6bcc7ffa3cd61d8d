import { type Clock, createPause } from '../../core/clock.ts';

/** How long an idle loop waits before it polls again on its own. */
const POLL_MS = 15_000;

export type ClaimLoop = {
  start(): void;
  /** There may be work: poll now. */
  nudge(): void;
  /** Claims no more work and waits for what is running. */
  stop(): Promise<void>;
};

/** Claims and runs items, several in parallel; knows neither what they are nor where they are stored. */
export function createClaimLoop<Item>({
  claim,
  run,
  onError,
  concurrency,
  clock,
}: {
  claim: () => Promise<Item | null>;
  run: (item: Item) => Promise<void>;
  /** Called with an error of `claim`, or of `run` and its item; the loop continues. */
  onError: (error: unknown, item: Item | null) => void;
  /** How many run at the same time. */
  concurrency: () => number;
  clock: Clock;
}): ClaimLoop {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let nudged = false;
  const idle = createPause(clock);
  let loop: Promise<void> | null = null;

  const claimOrReport = async (): Promise<Item | null> => {
    try {
      return await claim();
    } catch (error) {
      onError(error, null);
      return null;
    }
  };

  const launch = (item: Item): void => {
    const task = run(item)
      .catch((error: unknown) => onError(error, item))
      .finally(() => {
        running.delete(task);
        nudge();
      });
    running.add(task);
  };

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      nudged = false;
      const item = running.size < concurrency() ? await claimOrReport() : null;
      if (item) launch(item);
      else if (!nudged) await idle.wait(POLL_MS, stopping.signal);
    }
  };

  const nudge = (): void => {
    nudged = true;
    idle.wake();
  };

  return {
    start: () => {
      loop ??= work();
    },
    nudge,
    stop: async () => {
      stopping.abort();
      await loop;
      await Promise.all(running);
    },
  };
}
