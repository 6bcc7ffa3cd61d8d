import { createMutex } from '../core/mutex.ts';
import type { ClaimedJob, WorkWanted } from '../repositories/jobs/job.repository.ts';
import type { Job } from '../repositories/jobs/job.ts';
import type { WaitingLengths } from './forecast/waiting-lengths.ts';

/** Recordings transcribed in parallel; more would divide the lanes too finely. */
export const FEWEST_SLOTS = 4;
const MOST_SLOTS = 32;
/** So many lanes are busy with one recording, even if it is short. */
const LANES_PER_SLOT = 5;
/** With the extra slot. */
export const MOST_AT_ONCE = MOST_SLOTS + 1;
/** A recording of this length or less ends soon. */
const SHORT_MS = 10 * 60_000;

/** Who holds a slot, and for how long a recording; null until that is known. */
type Held = { keyId: string | null; lengthMs: number | null };

export type JobSlot = {
  /** Sets the recording's length, as soon as it is known. */
  lasts(durationMs: number): void;
  leave(): void;
};

/**
 * The slots for recordings that are transcribed at the same time. A key's recordings take all but one of them at most.
 * Where long recordings hold all, a short one gets an extra slot, so that it does not wait for hours.
 */
export function createJobSlots({
  lanes,
  waitingLengths,
  nudge,
}: {
  lanes: () => number;
  waitingLengths: Pick<WaitingLengths, 'shortOnes'>;
  /** There may be room for another one. */
  nudge: () => void;
}) {
  const held = new Set<Held>();
  const count = () =>
    Math.min(MOST_SLOTS, Math.max(FEWEST_SLOTS, Math.ceil(lanes() / LANES_PER_SLOT)));

  const busyKeys = (): string[] =>
    [...Map.groupBy(held, ({ keyId }) => keyId)].flatMap(([key, slots]) =>
      key !== null && slots.length >= count() - 1 ? [key] : [],
    );

  return {
    /** How many there are: more where other machines help. */
    count,
    take({ keyId }: Pick<Job, 'keyId'>): JobSlot {
      const slot: Held = { keyId, lengthMs: null };
      held.add(slot);
      return {
        lasts: (durationMs) => {
          slot.lengthMs = durationMs;
          nudge();
        },
        leave: () => void held.delete(slot),
      };
    },
    /** Which of the waiting recordings may start now; null for none. */
    async wanted(): Promise<WorkWanted | null> {
      if (held.size < count()) return { exceptKeys: busyKeys() };
      const allLong = [...held].every(({ lengthMs }) => lengthMs !== null && lengthMs > SHORT_MS);
      if (held.size > count() || !allLong) return null;
      const ids = await waitingLengths.shortOnes(SHORT_MS);
      return ids.length === 0 ? null : { ids };
    },
  };
}

type Claiming = (here: readonly string[]) => Promise<ClaimedJob | null>;

/**
 * Nothing new starts while the queue is paused, or the data folder is not in its place. Claims one at a time, so that
 * each is told of the ones before that are `here`.
 */
export function createClaims({
  queue,
  dataFolder,
  here,
}: {
  queue: { isPaused(): Promise<boolean> };
  dataFolder: { isThere(): Promise<boolean> };
  here: Set<string>;
}) {
  const mutex = createMutex();
  return async (claim: Claiming): Promise<ClaimedJob | null> => {
    if ((await queue.isPaused()) || !(await dataFolder.isThere())) return null;
    using _turn = await mutex.take();
    const job = await claim([...here]);
    if (job) here.add(job.id);
    return job;
  };
}
