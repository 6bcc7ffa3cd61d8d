import { setTimeout } from 'node:timers/promises';

/** The only source of time in the core, so that tests can control it. */
export type Clock = {
  /** Wall-clock time, milliseconds since 1970: for stored and displayed times. */
  now(): number;
  /** Monotonic milliseconds: for durations. */
  mono(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  sleep: (ms, signal) =>
    // Its own error has the reason only as its cause.
    setTimeout(ms, undefined, { signal }).catch(() => signal?.throwIfAborted()),
};

/** Again and again, `ms` after what was done the last time has ended, until `signal` aborts. */
export async function* every(clock: Clock, ms: number, signal: AbortSignal): AsyncGenerator<void> {
  for (;;) {
    await clock.sleep(ms, signal).catch(() => {});
    if (signal.aborted) return;
    yield;
  }
}

/** Waits that may be cut short by who has something to do. */
export function createPause(clock: Clock) {
  let woken = new AbortController();
  return {
    wake: (): void => woken.abort(),
    /** Whether the whole time passed: nobody woke it, and `signal` has not aborted. */
    async wait(ms: number, signal: AbortSignal): Promise<boolean> {
      woken = new AbortController();
      const either = AbortSignal.any([woken.signal, signal]);
      return clock.sleep(ms, either).then(
        () => true,
        () => false,
      );
    },
  };
}
