import type { Clock } from '../../core/clock.ts';

/** A window that as many workers were given without storing its words is left to the lanes of a service. */
const MOST_WORKERS = 2;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Of windows that another service stores, nothing is heard here; and workers come and go. */
const MOST_REMEMBERED = 10_000;

export type WindowTrust = ReturnType<typeof createWindowTrust>;

/**
 * Which worker is to blame. One that was given a window and did not store its words, for whatever reason, is blamed when
 * somebody else does, and gets no other one for a while, each time twice as long until it stores words again. So a window
 * on which all fail costs no worker its work.
 */
export function createWindowTrust({ clock }: { clock: Clock }) {
  /** The workers that were given a window and have not stored its words, by the window's key. */
  const given = new Map<string, Set<string>>();
  const paused = new Map<string, { ms: number; until: number }>();

  const blame = (worker: string): void => {
    const before = paused.get(worker)?.ms;
    const ms = before ? Math.min(LONGEST_PAUSE_MS, 2 * before) : FIRST_PAUSE_MS;
    paused.delete(worker);
    paused.set(worker, { ms, until: clock.mono() + ms });
    forgetOldest(paused);
  };

  return {
    /** Nobody is given a window twice. */
    mayHave(worker: string, key: string): boolean {
      const workers = given.get(key);
      return !workers || (workers.size < MOST_WORKERS && !workers.has(worker));
    },

    give(worker: string, key: string): void {
      given.set(key, (given.get(key) ?? new Set()).add(worker));
      forgetOldest(given);
    },

    /** The worker has transcribed the window, or never had it in its hands. */
    clear(worker: string, key: string): void {
      const workers = given.get(key);
      if (workers?.delete(worker) && workers.size === 0) given.delete(key);
    },

    succeeded: (worker: string): void => void paused.delete(worker),

    /** A window is stored, with words unless nobody could transcribe it. */
    stored(key: string, made: boolean): void {
      const workers = given.get(key) ?? [];
      given.delete(key);
      if (made) for (const worker of workers) blame(worker);
    },

    /** How long the worker gets no window. */
    pauseMs: (worker: string): number =>
      Math.max(0, (paused.get(worker)?.until ?? 0) - clock.mono()),
  };
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
