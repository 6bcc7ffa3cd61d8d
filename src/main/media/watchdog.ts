import type { Clock } from '../clock.ts';

export type Watchdog = {
  /** Aborts with `reason` when nothing was reported for `idleMs`. */
  signal: AbortSignal;
  /** Reports a sign of life. */
  touch(): void;
  /** Ends the watch; must be called, or the clock's timer stays. */
  stop(): void;
};

/** Watches over something that must show signs of life at least every `idleMs` of monotonic time. */
export function createWatchdog(options: {
  clock: Clock;
  idleMs: number;
  reason: () => Error;
}): Watchdog {
  const { clock, idleMs } = options;
  const expired = new AbortController();
  const stopped = new AbortController();
  let last = clock.mono();

  const watch = async () => {
    let left = idleMs;
    while (left > 0) {
      await clock.sleep(left, stopped.signal);
      left = last + idleMs - clock.mono();
    }
    expired.abort(options.reason());
  };
  watch().catch(() => undefined); // the only rejection is our own stop()

  return {
    signal: expired.signal,
    touch: () => {
      last = clock.mono();
    },
    stop: () => stopped.abort(),
  };
}
