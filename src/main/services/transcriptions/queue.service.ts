import type { FailedRecordings, ListFailedQuery, Queue } from '../../../shared/queue.ts';
import { ListTranscriptionsQuery } from '../../../shared/transcription/transcription-list.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { createQueueRepository } from '../../repositories/jobs/queue.repository.ts';
import { createTranscriptRepository } from '../../repositories/transcripts/transcript.repository.ts';
import { maySee, type Principal } from '../principal.ts';
import { toFailedPart } from './result-view.ts';
import type { TranscriptionService } from './transcription.service.ts';

export type QueueService = ReturnType<typeof createQueueService>;

/** What waits to be transcribed: its order, whether new jobs start, and how long all of it takes. */
export function createQueueService(
  { db, events, peers }: Pick<Core, 'db' | 'events' | 'peers'>,
  {
    work,
    summary,
    list,
  }: Pick<TranscriptionService, 'list'> & {
    work: {
      nudge(): void;
      /** Milliseconds until all running and waiting jobs are done; null while that cannot be estimated. */
      timeLeft(): Promise<number | null>;
    };
    /** Throws for what the caller does not see. */
    summary: (id: string, principal: Principal) => Promise<unknown>;
  },
) {
  const queue = createQueueRepository(db);
  const transcripts = createTranscriptRepository(db);
  peers.onChange(() => events.receive({ type: 'queue' }, null));

  const read = async (principal: Principal): Promise<Queue> => {
    const [paused, running, waiting, leftMs] = await Promise.all([
      queue.isPaused(),
      queue.running(),
      queue.waiting(),
      work.timeLeft(),
    ]);
    const working = peers.working();
    return {
      paused,
      running: running.length,
      waiting: waiting.length,
      working,
      left_seconds: leftMs === null || working === 0 ? null : Math.ceil(leftMs / 1000),
      places: waiting.flatMap((job, index) =>
        maySee(principal, job) ? [{ id: job.id, position: index + 1 }] : [],
      ),
    };
  };

  const changed = (principal: Principal): Promise<Queue> => {
    events.emit({ type: 'queue' });
    work.nudge();
    return read(principal);
  };

  return {
    read,

    /** Recordings with parts that could not be made out, and are not being transcribed again. */
    async failed(query: ListFailedQuery, principal: Principal): Promise<FailedRecordings> {
      const wanted = ListTranscriptionsQuery.parse({ ...query, versions: 'one' });
      const { data, ...page } = await list(wanted, principal, { lacksParts: true });
      const failed = await transcripts.failed(data.map(({ id }) => id));
      return {
        ...page,
        data: data.map((transcription) => ({
          transcription,
          failed_parts: (failed.get(transcription.id) ?? []).map(toFailedPart),
        })),
      };
    },

    /** Running jobs are finished; no new one starts until the queue is resumed, also after a restart. */
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
