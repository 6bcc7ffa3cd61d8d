/** How long what is under way will still take when all of it shares one machine. */
import type { Clock } from '../clock.ts';

/** Only what was heard lately says how fast the machine is now. */
const RECENT_MS = 60_000;

export type Workload = {
  /** A job has so much left to do, as if it had the machine to itself; null where that cannot be said. */
  set(id: string, aloneMs: number | null): void;
  drop(id: string): void;
  /** When a job will be done, in ms from now, with what is under way beside it and so many that wait. */
  timeLeft(id: string, waiting: number): number | null;
  /** When all that is under way will be done; null while that cannot be said of one of them. */
  total(): number | null;
  /** How many are under way. */
  count(): number;
  /** Somebody hears windows from now on; the function ends that. */
  listen(): () => void;
  /** So much of a recording was heard. */
  heard(mediaMs: number): void;
  /** Milliseconds on the wall for one of a recording, if all lanes work for one job; null until measured. */
  pace(): number | null;
};

/** Of this run of the program; what is learnt for the next ones is kept by the pace repository. */
export function createWorkload(clock: Pick<Clock, 'mono'>): Workload {
  const jobs = new Map<string, number | null>();
  /** Of all listeners together, since one of them began to listen. */
  let recent: { at: number; mediaMs: number }[] = [];
  let listeners = 0;

  return {
    set: (id, aloneMs) => void jobs.set(id, aloneMs),
    drop: (id) => void jobs.delete(id),
    timeLeft(id, waiting) {
      const own = jobs.get(id);
      if (own === undefined || own === null) return null;
      const others = [...jobs].filter(([other]) => other !== id).map(([, left]) => left);
      return sharedTime(own, others, waiting);
    },
    total() {
      let sum = 0;
      for (const left of jobs.values()) {
        if (left === null) return null;
        sum += left;
      }
      return sum;
    },
    count: () => jobs.size,
    listen() {
      if (listeners === 0) recent = [{ at: clock.mono(), mediaMs: 0 }];
      listeners += 1;
      return () => {
        listeners -= 1;
      };
    },
    heard(mediaMs) {
      const at = clock.mono();
      recent.push({ at, mediaMs });
      const kept = recent.findIndex((one) => at - one.at <= RECENT_MS);
      if (kept > 0) recent = recent.slice(kept);
    },
    pace() {
      const [first, ...rest] = recent;
      const last = rest.at(-1);
      if (!first || !last) return null;
      const mediaMs = rest.reduce((sum, one) => sum + one.mediaMs, 0);
      return (last.at - first.at) / Math.max(1, mediaMs);
    },
  };
}

/**
 * The lanes go round: until it is done, everybody under way gets as much as this job does, or all that they need. For
 * each that ends before, one that waits comes in; those are taken to be as long as what is under way on average.
 * Others of which nothing is known are taken to be as long as this one.
 */
export function sharedTime(
  own: number,
  others: readonly (number | null)[],
  waiting: number,
): number {
  const known = others.map((left) => left ?? own);
  const mean = known.length === 0 ? own : known.reduce((sum, left) => sum + left, 0) / known.length;
  let time = own;
  let coming = waiting;
  for (const left of known) {
    let room = own - Math.min(left, own);
    time += Math.min(left, own);
    while (room > 0 && coming > 0 && mean > 0) {
      time += Math.min(mean, room);
      room -= mean;
      coming -= 1;
    }
  }
  return time;
}
