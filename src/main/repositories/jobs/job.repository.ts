import { type RawBuilder, sql } from 'kysely';
import type { Stage, Warning } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { reservePoints } from '../accounts/points.repository.ts';
import type { Database } from '../database.ts';
import { dialectOf, later } from '../sql-dialect.ts';
import type { Row } from '../tables.ts';
import type { NextRow } from '../tasks/sqlite-tasks.ts';
import type { Task, Tasks } from '../tasks/tasks.ts';
import { type Job, MAX_CRASHES, toJob } from './job.ts';
import { IS_WAITING, TO_FETCH, TO_WORK_ON } from './queue.repository.ts';

/** A worker's lease on a job: void as soon as the job is claimed again, canceled or deleted. */
export type Claim = { id: string; epoch: number };

/** Thrown when a write finds its claim void: the worker must stop without reporting anything. */
export class StaleClaimError extends Error {
  constructor(claim: Claim) {
    super(`The claim ${claim.epoch} on ${claim.id} is no longer valid.`);
    this.name = 'StaleClaimError';
  }
}

/** Aborts a transaction unless the worker holds the job, which it then does until the end. @throws StaleClaimError */
export async function assertClaim(db: Database, claim: Claim): Promise<void> {
  const held = selectHeld(db, claim).select(sql<number>`1`.as('valid'));
  await dialectOf(db).locked(held).executeTakeFirstOrThrow(stale(claim));
}

export const stale = (claim: Claim) => () => new StaleClaimError(claim);

/** The job's row while the worker holds it. */
const selectHeld = (db: Database, { id, epoch }: Claim) =>
  db.selectFrom('transcriptions').where(({ and }) => and({ id, epoch, status: 'processing' }));

/** Changes it while the worker holds it. */
export const updateHeld = (db: Database, { id, epoch }: Claim) =>
  db.updateTable('transcriptions').where(({ and }) => and({ id, epoch, status: 'processing' }));

/**
 * Facts found during a run, stored so that a resumed job need not find them again. The language is null where it has to
 * be determined again, the media type until what is played is whole.
 */
export type JobFacts = Partial<
  Pick<
    Row<'transcriptions'>,
    | 'mediaName'
    | 'sourceType'
    | 'sourceTitle'
    | 'sourceUploader'
    | 'sourceThumbnailUrl'
    | 'sourceChapters'
    | 'sourceTracks'
    | 'durationMs'
    | 'language'
    | 'model'
    | 'provenance'
    | 'mediaType'
  >
>;

/** A job that a process which ended has left, in a database file. */
export const nextLeftJob: NextRow = async (db, { exceptKeys }) => {
  const row = await db
    .selectFrom('transcriptions')
    .select('id')
    .where('status', '=', 'processing')
    .where('id', 'not in', ['', ...exceptKeys])
    .limit(1)
    .executeTakeFirst();
  return row ? { key: row.id, group: '' } : null;
};

export type JobRepository = ReturnType<typeof createJobRepository>;

/** A job that this service has claimed, and the task by which it holds it. */
export type ClaimedJob = Job & { task: Task };

/** Which jobs may be claimed: those of all keys but these, or one of these. */
export type WorkWanted = { exceptKeys: readonly string[] } | { ids: readonly string[] };

const isWanted = (wanted: WorkWanted) => {
  if ('ids' in wanted) return sql<boolean>`id IN (${sql.join(wanted.ids)})`;
  if (wanted.exceptKeys.length === 0) return sql<boolean>`TRUE`;
  return sql<boolean>`(key_id IS NULL OR key_id NOT IN (${sql.join(wanted.exceptKeys)}))`;
};

/** Whether all services together fetch fewer recordings from the server than this. */
const isFree = (most: number) =>
  sql<boolean>`source_host NOT IN (SELECT source_host FROM transcriptions
    WHERE status = 'processing' AND source_host IS NOT NULL AND media_name IS NULL
    GROUP BY source_host HAVING COUNT(*) >= ${most})`;

/** Transcriptions as the worker sees them: claimed and advanced; job-endings.ts stores how they end. */
export function createJobRepository(db: Database, tasks: Pick<Tasks, 'take' | 'cancel'>) {
  /**
   * Claims the first waiting job of a kind, or returns null. A job one crash short of the limit runs last and alone on
   * its service, beside none of those that are `here`, so that only it can cause the next crash. Claims go one after the
   * other, so that two never get the same job.
   */
  const claimNext = async (
    kind: RawBuilder<boolean>,
    here: readonly string[],
  ): Promise<ClaimedJob | null> => {
    const suspect = sql<boolean>`crashes >= ${MAX_CRASHES - 1}`;
    const next = (trx: Database, isSuspect: boolean) => {
      const running = trx
        .selectFrom('transcriptions as other')
        .select('other.id')
        .where('other.id', 'in', ['', ...here])
        .where('other.status', '=', 'processing');
      const danger = running.where('other.crashes', '>=', MAX_CRASHES - 1);
      return trx
        .selectFrom('transcriptions')
        .select('id')
        .where(IS_WAITING)
        .where(kind)
        .where(isSuspect ? suspect : sql<boolean>`NOT (${suspect})`)
        .where(({ exists, not }) => not(exists(isSuspect ? running : danger)))
        .orderBy('queuePlace')
        .orderBy('seq')
        .limit(1);
    };
    return dialectOf(db).alone(db, 'claims', async (trx) => {
      const row = await trx
        .updateTable('transcriptions')
        .set({ status: 'processing', epoch: sql<number>`epoch + 1` })
        .where('id', '=', sql<string>`COALESCE((${next(trx, false)}), (${next(trx, true)}))`)
        .where('status', '=', 'queued')
        .returningAll()
        .executeTakeFirst();
      return row ? { ...toJob(row), task: await tasks.take(trx, 'transcription', row.id) } : null;
    });
  };

  return {
    /**
     * Claims the first waiting job whose recording must be fetched, or returns null. Also null when `ahead` recordings
     * are already fetched and waiting, so that downloads do not fill the disk.
     */
    claimFetch: (
      { ahead, perHost }: { ahead: number; perHost: number },
      here: readonly string[] = [],
    ): Promise<ClaimedJob | null> =>
      claimNext(
        sql<boolean>`${TO_FETCH} AND ${isFree(perHost)}
          AND (SELECT COUNT(*) FROM transcriptions AS other
            WHERE other.status = 'queued' AND other.media_name IS NOT NULL) < ${ahead}`,
        here,
      ),

    /** Claims the first waiting job whose recording is available, or returns null. */
    claimWork: (
      wanted: WorkWanted = { exceptKeys: [] },
      here: readonly string[] = [],
    ): Promise<ClaimedJob | null> =>
      claimNext(sql<boolean>`${TO_WORK_ON} AND ${isWanted(wanted)}`, here),

    /** The other versions of the recording that are stored for playback, newest first. */
    async othersWithMedia({ id, recordingId }: Job): Promise<Job[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .selectAll()
        .where('recordingId', '=', recordingId)
        .where('id', '!=', id)
        .where('status', 'in', ['completed', 'failed'])
        .where('mediaType', 'is not', null)
        .orderBy('seq', 'desc')
        .execute();
      return rows.map(toJob);
    },

    /** Stores a job's stage and progress; progress never decreases. */
    async advance(
      claim: Claim,
      { stage, progress, etaMs }: { stage: Stage; progress: number; etaMs: number | null },
    ): Promise<Job> {
      const row = await updateHeld(db, claim)
        .set({ stage, etaMs, progress: later('progress', sql`${progress}`) })
        .returningAll()
        .executeTakeFirstOrThrow(stale(claim));
      return toJob(row);
    },

    /** @throws StaleClaimError when the job is not the worker's any more */
    async assertHeld(claim: Claim): Promise<void> {
      await selectHeld(db, claim).select('id').executeTakeFirstOrThrow(stale(claim));
    },

    async patch(claim: Claim, facts: JobFacts): Promise<void> {
      // A finished stage shows that the job makes progress.
      const gotOn = facts.mediaName !== undefined || facts.durationMs !== undefined;
      await updateHeld(db, claim)
        .set(gotOn ? { ...facts, crashes: 0 } : facts)
        .returning('id')
        .executeTakeFirstOrThrow(stale(claim));
    },

    async warn(claim: Claim, warnings: readonly Warning[]): Promise<void> {
      await updateHeld(db, claim)
        .set({ warnings: JSON.stringify(warnings) })
        .returning('id')
        .executeTakeFirstOrThrow(stale(claim));
    },

    /** Reserves the cost of a recording once its duration is known. @throws insufficient_points */
    async reserve(claim: Claim, points: number, at: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const held = selectHeld(trx, claim).selectAll();
        const row = await dialectOf(trx).locked(held).executeTakeFirstOrThrow(stale(claim));
        failpoint('points.storing');
        if (!(await reservePoints(trx, toJob(row), points, at))) {
          throw new AppError('insufficient_points');
        }
      });
    },

    /**
     * Queues a job again: its recording is fetched and waits to be decoded, or the service stops. With `again` its
     * recording is missing and is fetched once more.
     */
    release: (claim: Claim, { again = false } = {}): Promise<Job | null> =>
      db.transaction().execute(async (trx) => {
        const row = await updateHeld(trx, claim)
          .set({ status: 'queued', stage: null, etaMs: null, ...(again && { mediaName: null }) })
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        await tasks.cancel(trx, 'transcription', [claim.id]);
        return toJob(row);
      }),

    /** A service that was silent and lost a job is alive: that was no crash. */
    async forgive({ id, epoch }: Claim): Promise<void> {
      await db
        .updateTable('transcriptions')
        .set({ crashes: sql<number>`crashes - 1` })
        .where('id', '=', id)
        .where('epoch', '>', epoch)
        .where('crashes', '>', 0)
        .where('status', 'in', ['queued', 'processing'])
        .execute();
    },
  };
}
