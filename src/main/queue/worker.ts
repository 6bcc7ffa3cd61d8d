import type { Clock } from '../clock.ts';

/** How long a worker with nothing to do waits before it looks again by itself. */
const POLL_MS = 15_000;

export type Worker = {
  start(): void;
  /** There may be work: look now. */
  nudge(): void;
  /** Takes no more work and waits for what runs. */
  stop(): Promise<void>;
};

/** Claims and runs items, several at once; knows neither what they are nor where they lie. */
export function createWorker<Item>({
  claim,
  run,
  onError,
  concurrency,
  clock,
}: {
  /** Takes one item, or null when there is none. */
  claim: () => Promise<Item | null>;
  run: (item: Item) => Promise<void>;
  /** What `claim` or `run` threw; the worker goes on. */
  onError: (error: unknown) => void;
  concurrency: number;
  clock: Clock;
}): Worker {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let nudged = false;
  let wake = () => {};
  let loop: Promise<void> | null = null;

  const pause = async (): Promise<void> => {
    if (nudged || stopping.signal.aborted) return;
    const woken = new AbortController();
    wake = () => woken.abort();
    const signal = AbortSignal.any([woken.signal, stopping.signal]);
    await clock.sleep(POLL_MS, signal).catch(() => {});
  };

  const claimOrReport = async (): Promise<Item | null> => {
    try {
      return await claim();
    } catch (error) {
      onError(error);
      return null;
    }
  };

  const launch = (item: Item): void => {
    const task = run(item)
      .catch(onError)
      .finally(() => {
        running.delete(task);
        nudge();
      });
    running.add(task);
  };

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      nudged = false;
      const item = running.size < concurrency ? await claimOrReport() : null;
      if (item) launch(item);
      else await pause();
    }
  };

  const nudge = (): void => {
    nudged = true;
    wake();
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
