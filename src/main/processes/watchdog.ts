import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';

/** Must be disposed of, or the clock's timer stays. */
export type Watchdog = Disposable & {
  /** Aborts with `reason` when nothing was reported for `idleMs`. */
  signal: AbortSignal;
  /** Reports a sign of life. */
  touch(): void;
};

/** Watches work that must report at least every `idleMs` of monotonic time. */
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
  watch().catch(() => undefined); // only our own `stopped` rejects

  return {
    signal: expired.signal,
    touch: () => {
      last = clock.mono();
    },
    [Symbol.dispose]: () => stopped.abort(),
  };
}

/** The minimum that must arrive in each period. */
export type SpeedFloor = { bytes: number; everyMs: number };

/**
 * 1 KiB a second on average. Six recordings share more than that over a line of 8 KiB a second, which just carries
 * speech at 64 kbit/s; and within three minutes a platform may pause for two.
 */
export const RECORDING_FLOOR: SpeedFloor = { bytes: 180 * 1024, everyMs: 180_000 };

/** If a period took this much longer than planned, the machine was asleep, and the period does not count. */
const SLEPT_MS = 10_000;

/** Must be disposed of, or the clock's timer stays. */
export type SpeedWatch = Disposable & {
  /** Aborts with `source_too_slow` after a period in which less arrived. */
  signal: AbortSignal;
  add(bytes: number): void;
};

/** Checks how fast a recording arrives, period by period; without a floor any speed is accepted. */
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
  if (floor !== null) watch(floor).catch(() => undefined); // only our own `stopped` rejects

  return {
    signal: tooSlow.signal,
    add: (bytes) => {
      arrived += bytes;
    },
    [Symbol.dispose]: () => stopped.abort(),
  };
}
