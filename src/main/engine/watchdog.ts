/** Notices an engine that is at work but says nothing. */
import type { Clock } from '../clock.ts';

export type Watchdog = {
  /** Begins to watch, if it does not already. */
  watch(): void;
  /** The engine has said something. */
  heard(): void;
  stop(): void;
};

/**
 * Calls `onSilence` once when nothing was heard for `limitMs` while `isBusy`. Silence counts on the monotonic clock,
 * so that a change of the time of day is no silence.
 */
export function createWatchdog(options: {
  clock: Clock;
  limitMs: number;
  isBusy(): boolean;
  onSilence(): void;
}): Watchdog {
  const { clock, limitMs } = options;
  const stopped = new AbortController();
  let watching = false;
  let heardAt = 0;

  const run = async () => {
    while (options.isBusy()) {
      const leftMs = heardAt + limitMs - clock.mono();
      if (leftMs <= 0) return options.onSilence();
      await clock.sleep(leftMs, stopped.signal);
    }
  };

  return {
    watch() {
      if (watching || stopped.signal.aborted) return;
      watching = true;
      heardAt = clock.mono();
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
