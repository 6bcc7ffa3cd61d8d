import type { Clock } from '../../../src/main/core/clock.ts';

export type FakeClock = Clock & {
  /** Moves both clocks on and wakes every sleeper that is due, the earliest first. */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock only, as a person or a time server does. */
  setWall(now: number): void;
  /** How many sleeps are waiting. */
  sleepers(): number;
  /** Resolves when someone sleeps for `ms` or longer, so that a test can wait for that and then advance. */
  sleeping(ms?: number): Promise<void>;
};

type Sleeper = { dueAt: number; ms: number; wake: () => void };

/** A clock that stands still until a test moves it. */
export function createFakeClock(start = 1_800_000_000_000): FakeClock {
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<() => void>();
  let wall = start;
  let mono = 0;

  return {
    now: () => wall,
    mono: () => mono,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const wake = () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', onAbort);
          resolve();
        };
        const sleeper: Sleeper = { dueAt: mono + ms, ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', onAbort, { once: true });
        for (const look of watchers) look();
      }),
    async advance(ms) {
      const target = mono + ms;
      for (;;) {
        const [next] = [...sleepers].sort((a, b) => a.dueAt - b.dueAt);
        if (next === undefined || next.dueAt > target) break;
        wall += Math.max(0, next.dueAt - mono);
        mono = Math.max(mono, next.dueAt);
        next.wake();
        await settled();
      }
      wall += target - mono;
      mono = target;
      await settled();
    },
    setWall: (now) => {
      wall = now;
    },
    sleepers: () => sleepers.size,
    sleeping: (ms = 0) =>
      new Promise((resolve) => {
        const look = () => {
          if (![...sleepers].some((sleeper) => sleeper.ms >= ms)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
  };
}

/** One turn of the event loop: what was woken gets to run and to sleep again. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
