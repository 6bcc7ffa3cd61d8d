import { type Clock, systemClock } from '../../../src/main/core/clock.ts';

/** A clock on which everything takes as long as usual, but that runs several times faster than ours. */
export function createHurriedClock(times: number): Clock {
  const startedAt = systemClock.now();
  const mono = () => systemClock.mono() * times;
  const begun = mono();
  return {
    now: () => Math.round(startedAt + mono() - begun),
    mono,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  };
}
