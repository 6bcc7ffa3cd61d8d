import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { ERRORS, type ErrorCode } from '../../../shared/error-catalogue.ts';
import { Stage, type TranscriptionError } from '../../../shared/transcription/transcription.ts';
import { failpoint } from '../../core/failpoint.ts';
import { createTally, type Tally } from '../../core/metric-counters.ts';
import { releasePoints, settlePoints } from '../accounts/points.repository.ts';
import { requestExport } from '../automatic-export.repository.ts';
import type { Database } from '../database.ts';
import { removeUnusedUpload } from '../file.repository.ts';
import { leftBy, type OwnEntry, workOf } from '../folder/data-folder.ts';
import { noteRemovals } from '../folder/removals.ts';
import { TEXT_UNTIL } from '../migrations/0007-text-that-stays.ts';
import { COUNT_SPEAKERS } from '../speakers/speaker.repository.ts';
import { dialectOf, later } from '../sql-dialect.ts';
import type { Task, Tasks } from '../tasks/tasks.ts';
import { leaveIndex } from '../transcripts/search.repository.ts';
import { type LongResult, readLongResult } from '../transcripts/stored-result.ts';
import { requestStructuring, storeStructured } from '../transcripts/structuring.repository.ts';
import { withdrawWindows } from '../transcripts/window.repository.ts';
import { appendEvent, eventsOf } from '../webhooks/outbox.ts';
import { type Claim, stale, updateHeld } from './job.repository.ts';
import { type Job, MAX_CRASHES, toJob } from './job.ts';

export type JobEndings = ReturnType<typeof createJobEndings>;

/** The JSON of the finished object that webhook receivers get. */
export type RenderWebhookBody = (job: Job, result: LongResult | null) => Promise<Uint8Array>;

/** A failed or canceled job, and the media type of what can be played of it in its work folder, if that is whole. */
export type EndedEarly = { job: Job; playable: string | null };

/** The end of a completed job; with `improve` a language model then improves its structured text. */
type Completion = { at: number; points: number; structured: string | null; improve?: boolean };

/**
 * How jobs end. Status, result, points and the webhook event change in one transaction, so that a crash cannot separate
 * them. `tally` counts them once they are stored.
 */
export function createJobEndings(
  db: Database,
  {
    renderBody,
    tasks,
    tally = createTally(),
  }: {
    renderBody: RenderWebhookBody;
    tasks: Pick<Tasks, 'add' | 'cancel' | 'settle'>;
    tally?: Pick<Tally, 'ended'>;
  },
) {
  const counted = (job: Job): Job => {
    tally.ended(job.error?.code ?? null, job.pointsSpent);
    return job;
  };

  const notify = async (trx: Database, job: Job, at: number, body: Uint8Array): Promise<void> => {
    const url = job.options.webhook_url;
    if (url === null) return;
    failpoint('event.storing');
    await appendEvent(trx, tasks, {
      transcriptionId: job.id,
      type: job.status === 'completed' ? 'transcription.completed' : 'transcription.failed',
      url,
      allowHttpLoopback: !job.metered,
      owner: { keyId: job.keyId, test: job.test },
      body,
      at,
    });
  };

  const endFailed = async (trx: Database, job: Job, at: number): Promise<Job> => {
    await tasks.cancel(trx, 'transcription', [job.id]);
    await releasePoints(trx, job, at);
    await withdrawWindows(trx, tasks, job.id);
    failpoint('failure.storing');
    await noteRemovals(trx, leftBy(job.id));
    if (job.options.webhook_url !== null) await notify(trx, job, at, await renderBody(job, null));
    return job;
  };

  /** Renders the webhook body of a completed job before the transaction, because a long text takes a while. */
  const writeAhead = async (claim: Claim, end: Completion) => {
    const row = await db
      .selectFrom('transcriptions')
      .selectAll()
      .select(COUNT_SPEAKERS.as('speakers'))
      .where(({ and }) => and({ id: claim.id, epoch: claim.epoch }))
      .executeTakeFirstOrThrow(stale(claim));
    const { speakers: speakerCount, ...stored } = row;
    const { status, createdAt, ...known } = toJob(stored);
    if (status !== 'processing' || known.options.webhook_url === null) return null;
    const completedAt = Math.max(createdAt, end.at);
    const job: Job = { ...known, createdAt, ...completed(end), completedAt, speakerCount };
    const { result, pages } = await readLongResult(db, job.id);
    const { structured, improve = false } = end;
    return {
      job,
      body: await renderBody(job, {
        result: { ...result, structured, structuring: improve },
        pages,
      }),
    };
  };

  return {
    /** Completes a job; with `improve` a language model then improves its structured text. */
    complete: async (claim: Claim, end: Completion): Promise<Job> => {
      const ahead = await writeAhead(claim, end);
      const done = await db.transaction().execute(async (trx) => {
        const row = await updateHeld(trx, claim)
          .set({ ...completed(end), completedAt: endOfJob(end.at), speakerCount: COUNT_SPEAKERS })
          .returningAll()
          .executeTakeFirstOrThrow(stale(claim));
        const job = toJob(row);
        await tasks.cancel(trx, 'transcription', [job.id]);
        failpoint('end.storing');
        await noteRemovals(trx, [workOf(job.id)]);
        if (end.structured !== null) await storeStructured(trx, job.id, end.structured);
        if (end.improve) await requestStructuring(trx, job.id, end.at);
        await requestExport(trx, job, end.at);
        await settlePoints(trx, job, end.points, end.at);
        if (job.options.webhook_url !== null) {
          // The title may have changed meanwhile.
          const isSame = ahead !== null && isDeepStrictEqual(ahead.job, job);
          const body = isSame
            ? ahead.body
            : await renderBody(job, await readLongResult(trx, job.id));
          await notify(trx, job, end.at, body);
        }
        return job;
      });
      return counted(done);
    },

    fail: async (claim: Claim, error: TranscriptionError, at: number): Promise<EndedEarly> => {
      const ended = await db.transaction().execute(async (trx) => {
        const { playable = null } = (await stateOf(trx, claim.id)) ?? {};
        const row = await updateHeld(trx, claim)
          .set(failure(error, at))
          .returningAll()
          .executeTakeFirstOrThrow(stale(claim));
        return { job: await endFailed(trx, toJob(row), at), playable };
      });
      counted(ended.job);
      return ended;
    },

    /**
     * Ends an unfinished job, even while a worker holds its lease: the epoch increases, which invalidates the holder's
     * writes.
     */
    cancel: async (id: string, at: number): Promise<EndedEarly | null> => {
      const canceled = await db.transaction().execute(async (trx) => {
        const current = await stateOf(trx, id);
        failpoint('cancel.storing');
        const stage = Stage.nullable().parse(current?.stage ?? null);
        const row = await trx
          .updateTable('transcriptions')
          .set({ ...failure(toError('canceled', stage), at), epoch: sql<number>`epoch + 1` })
          .where('id', '=', id)
          .where('status', 'in', ['queued', 'processing'])
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        return { job: await endFailed(trx, toJob(row), at), playable: current?.playable ?? null };
      });
      if (canceled) counted(canceled.job);
      return canceled;
    },

    /**
     * Deletes a job in any state with everything made from it. Returns the entries to remove from disk, or null if it
     * did not exist.
     */
    remove: async (id: string, at: number): Promise<OwnEntry[] | null> => {
      await leaveIndex(db, id);
      return db.transaction().execute(async (trx) => {
        // The transcription's row first: who stores its windows locks in the same order.
        await stateOf(trx, id);
        await tasks.cancel(trx, 'webhook', await eventsOf(trx, id));
        await withdrawWindows(trx, tasks, id);
        const row = await trx
          .deleteFrom('transcriptions')
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        await tasks.cancel(trx, 'transcription', [id]);
        await releasePoints(trx, toJob(row), at);
        failpoint('deletion.storing');
        await noteRemovals(trx, leftBy(id));
        const { sourceUrl, options } = toJob(row);
        const entries = [...leftBy(id), ...(await removeUnusedUpload(trx, sourceUrl))];
        if (options.transcript === null) return entries;
        return [...entries, ...(await removeUnusedUpload(trx, options.transcript))];
      });
    },

    /**
     * Queues the job of a task that its service has left, because it ended or was silent, or fails one that was running
     * at three crashes. Null where it is over by now. @throws LostTaskError
     */
    recover: async (task: Task, at: number): Promise<Job | null> => {
      const id = task.key;
      const recovered = await db.transaction().execute(async (trx) => {
        const left = await trx
          .updateTable('transcriptions')
          .set({ crashes: sql<number>`crashes + 1`, epoch: sql<number>`epoch + 1` })
          .where(({ and }) => and({ id, status: 'processing' }))
          .returning('crashes')
          .executeTakeFirst();
        await tasks.settle(trx, task);
        if (!left) return null;
        failpoint('recovery.storing');
        const isOver = left.crashes >= MAX_CRASHES;
        const row = await trx
          .updateTable('transcriptions')
          .set(
            isOver
              ? failure(toError('crashed_repeatedly', null), at)
              : { status: 'queued', stage: null, etaMs: null },
          )
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return isOver ? endFailed(trx, toJob(row), at) : toJob(row);
      });
      return recovered?.status === 'failed' ? counted(recovered) : recovered;
    },
  };
}

/** What ending a job early erases; the row is locked until the transaction ends. */
function stateOf(trx: Database, id: string) {
  const row = trx
    .selectFrom('transcriptions')
    .select(['stage', 'mediaType as playable'])
    .where('id', '=', id);
  return dialectOf(trx).locked(row).executeTakeFirst();
}

function toError(code: ErrorCode, stage: Stage | null): TranscriptionError {
  const { message, retryable } = ERRORS[code];
  return { code, message, stage, retryable };
}

const completed = ({ points: pointsSpent }: Completion) =>
  ({ status: 'completed', stage: null, progress: 1, etaMs: null, pointsSpent }) as const;

function failure(error: TranscriptionError, at: number) {
  return {
    status: 'failed',
    stage: null,
    etaMs: null,
    pointsSpent: 0,
    error: JSON.stringify(error),
    // Its text stays; its recording only where `keepRecording` says so.
    textUntilMs: sql<number | null>`${sql.raw(TEXT_UNTIL)}`,
    mediaType: null,
    completedAt: endOfJob(at),
  };
}

/** A job never ends before it was created, even if the system clock was set back. */
function endOfJob(at: number) {
  return later('createdAt', sql`${at}`);
}
