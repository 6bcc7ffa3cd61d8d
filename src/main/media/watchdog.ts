import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';

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

/** The least that has to arrive in each stretch of time. */
export type SpeedFloor = { bytes: number; everyMs: number };

/**
 * 1 KiB a second on average. Six recordings at once get more over a line of 8 KiB a second, on which speech of 64 kbit/s
 * can just be listened to; and in three minutes a platform may pause for two.
 */
export const RECORDING_FLOOR: SpeedFloor = { bytes: 180 * 1024, everyMs: 180_000 };

/** A stretch that took so much longer than planned says nothing: the machine slept. */
const SLEPT_MS = 10_000;

export type SpeedWatch = {
  /** Aborts with `source_too_slow` at the end of a stretch in which less arrived. */
  signal: AbortSignal;
  /** Counts what arrived. */
  add(bytes: number): void;
  /** Ends the watch; must be called, or the clock's timer stays. */
  stop(): void;
};

/** Watches how fast a recording arrives, stretch by stretch; without a floor everything is fast enough. */
export function watchSpeed({
  clock,
  floor,
}: {
  clock: Clock;
  floor: SpeedFloor | null;
}): SpeedWatch {
  const tooSlow = new AbortController();
  const stopped = new AbortController();
  let arrived = 0;

  const watch = async ({ bytes, everyMs }: SpeedFloor) => {
    let slept: boolean;
    do {
      arrived = 0;
      const begun = clock.mono();
      await clock.sleep(everyMs, stopped.signal);
      slept = clock.mono() - begun > everyMs + SLEPT_MS;
    } while (slept || arrived >= bytes);
    tooSlow.abort(new AppError('source_too_slow'));
  };
  if (floor !== null) watch(floor).catch(() => undefined); // the only rejection is our own stop()

  return {
    signal: tooSlow.signal,
    add: (bytes) => {
      arrived += bytes;
    },
    stop: () => stopped.abort(),
  };
}
