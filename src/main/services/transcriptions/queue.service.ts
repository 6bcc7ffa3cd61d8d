import type { Queue } from '../../../shared/queue.ts';
import type { Core } from '../../core.ts';
import { AppError } from '../../errors.ts';
import { uploadIn } from '../../repositories/file.repository.ts';
import type { Job } from '../../repositories/jobs/job.ts';
import { createPaceRepository, type Paces } from '../../repositories/jobs/pace.repository.ts';
import { createQueueRepository } from '../../repositories/jobs/queue.repository.ts';
import { maySee, type Principal } from '../principal.ts';

export type QueueService = ReturnType<typeof createQueueService>;

/** What waits to be transcribed: in which order, whether it goes on, and how long all of it takes. */
export function createQueueService(
  { db, events, logger, closing }: Pick<Core, 'db' | 'events' | 'logger' | 'closing'>,
  {
    work,
    summary,
    modelName,
    expectedTime,
    lengthOf,
  }: {
    work: {
      nudge(): void;
      /** Until what is under way is done; null while that cannot be said. */
      timeLeft(): number | null;
    };
    /** Throws for what somebody does not see. */
    summary: (id: string, principal: Principal) => Promise<unknown>;
    /** The model that a job will be transcribed with. */
    modelName: (chosen: string | null, language: string | null) => Promise<string | null>;
    /** How long a recording takes at these paces; null where they were never measured. */
    expectedTime: (paces: Paces, durationMs: number) => number | null;
    /** How long an upload says it is, in ms. */
    lengthOf: (url: string, signal: AbortSignal) => Promise<number | null>;
  },
) {
  const queue = createQueueRepository(db);
  const paces = createPaceRepository(db);
  /** Of uploads that wait; null where they do not say. */
  const lengths = new Map<string, number | null>();

  /** How long the recordings are that wait: for those that do not say, the mean of the others. */
  const lengthsOf = async (waiting: readonly Job[]): Promise<(number | null)[]> => {
    const ids = new Set(waiting.map(({ id }) => id));
    for (const id of lengths.keys()) if (!ids.has(id)) lengths.delete(id);
    const found: (number | null)[] = [];
    for (const { id, sourceUrl, durationMs } of waiting) {
      if (durationMs === null && !lengths.has(id) && uploadIn(sourceUrl) !== null) {
        const told = await lengthOf(sourceUrl, closing).catch((error: unknown) => {
          logger.debug({ err: error }, 'an upload does not say how long it is');
          return null;
        });
        lengths.set(id, told);
      }
      found.push(durationMs ?? lengths.get(id) ?? null);
    }
    return found;
  };

  const timeLeft = async (waiting: readonly Job[]): Promise<number | null> => {
    const now = work.timeLeft();
    if (now === null) return null;
    const known = await lengthsOf(waiting);
    const told = known.filter((length) => length !== null);
    if (told.length === 0 && waiting.length > 0) return null;
    const mean = told.reduce((sum, length) => sum + length, 0) / Math.max(1, told.length);
    let sum = now;
    for (const [index, { options }] of waiting.entries()) {
      const model = await modelName(options.model, options.language);
      const time = expectedTime(await paces.of(model), known[index] ?? mean);
      if (time === null) return null;
      sum += time;
    }
    return sum;
  };

  const look = async (principal: Principal): Promise<Queue> => {
    const [paused, running, waiting] = await Promise.all([
      queue.isPaused(),
      queue.running(),
      queue.waiting(),
    ]);
    const leftMs = await timeLeft(waiting);
    return {
      paused,
      running: running.length,
      waiting: waiting.length,
      left_seconds: leftMs === null ? null : Math.ceil(leftMs / 1000),
      places: waiting.flatMap((job, index) =>
        maySee(principal, job) ? [{ id: job.id, position: index + 1 }] : [],
      ),
    };
  };

  const changed = (principal: Principal): Promise<Queue> => {
    events.emit({ type: 'queue' });
    work.nudge();
    return look(principal);
  };

  return {
    look,

    /** What is under way is finished; nothing new is begun until it is resumed, also after a restart. */
    async pause(paused: boolean, principal: Principal): Promise<Queue> {
      await queue.pause(paused);
      return changed(principal);
    },

    /** @throws not_found; wrong_state where it does not wait */
    async move(id: string, position: number, principal: Principal): Promise<Queue> {
      await summary(id, principal);
      if (!(await queue.move(id, position - 1))) {
        throw new AppError('wrong_state', { message: 'The transcription does not wait any more.' });
      }
      return changed(principal);
    },
  };
}
