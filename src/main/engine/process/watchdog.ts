/** Notices an engine that is at work but says nothing. */
import type { Clock } from '../../clock.ts';

/** The limit may become shorter while nothing is heard. */
const LOOK_EVERY_MS = 30_000;
const READING_MS = 1_000;

export type Watchdog = {
  /** There is new work: silence counts from now. */
  watch(): void;
  /** The engine has said something. */
  heard(): void;
  stop(): void;
};

/**
 * Calls `onSilence` once when nothing was heard for `limitMs()` while `isBusy`. Silence counts on the monotonic clock,
 * so that a change of the time of day is no silence.
 */
export function createWatchdog(options: {
  clock: Clock;
  limitMs: () => number;
  isBusy(): boolean;
  onSilence(): void;
}): Watchdog {
  const { clock } = options;
  const stopped = new AbortController();
  let watching = false;
  let heardAt = 0;

  /** After this program itself stood still, what the engine said meanwhile has yet to be read. */
  const stillSilent = async (): Promise<boolean> => {
    const before = heardAt;
    await clock.sleep(READING_MS, stopped.signal);
    return heardAt === before;
  };

  const run = async () => {
    while (options.isBusy()) {
      const leftMs = heardAt + options.limitMs() - clock.mono();
      if (leftMs > 0) await clock.sleep(Math.min(leftMs, LOOK_EVERY_MS), stopped.signal);
      else if (await stillSilent()) return options.onSilence();
    }
  };

  return {
    watch() {
      heardAt = clock.mono();
      if (watching || stopped.signal.aborted) return;
      watching = true;
      run()
        // The sleep only ever ends early because of `stop`.
        .catch(() => {})
        .finally(() => {
          watching = false;
        });
    },
    heard() {
      heardAt = clock.mono();
    },
    stop: () => stopped.abort(),
  };
}
