import { type RawBuilder, sql } from 'kysely';
import type { Stage, Warning } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../errors.ts';
import { failpoint } from '../../failpoint.ts';
import { reservePoints } from '../accounts/ledger.ts';
import type { Database } from '../database.ts';
import { type Job, MAX_CRASHES, toJob } from './job.ts';

/** A worker's right to write to a job: void as soon as somebody else claims, cancels or deletes it. */
export type Claim = { id: string; epoch: number };

/** Thrown when a write finds its claim void: the work must stop and must not report anything. */
export class StaleClaimError extends Error {
  constructor(claim: Claim) {
    super(`The claim ${claim.epoch} on ${claim.id} is no longer valid.`);
    this.name = 'StaleClaimError';
  }
}

/** Facts learned on the way, stored so that a resumed job need not learn them again. */
export type JobFacts = Partial<{
  media_name: string;
  source_type: string;
  source_title: string;
  source_uploader: string | null;
  source_thumbnail_url: string | null;
  /** JSON, see its migration. */
  source_chapters: string;
  duration_ms: number;
  language: string;
  model: string;
  media_type: string;
}>;

/** A link whose recording has not been fetched. */
const TO_FETCH = sql<boolean>`source_host IS NOT NULL AND media_name IS NULL`;

export type JobRepository = ReturnType<typeof createJobRepository>;

/** Transcriptions as the worker sees them: claimed and moved along; how they end is in job-endings. */
export function createJobRepository(db: Database) {
  const guarded = (claim: Claim) =>
    db
      .updateTable('transcriptions')
      .where('id', '=', claim.id)
      .where('epoch', '=', claim.epoch)
      .where('status', '=', 'processing');

  /**
   * Takes the oldest queued job of a kind, or returns null. A job one crash short of being given up runs with no other
   * beside it, and last, so that the next crash can be nobody else's. One statement, so two claims never meet.
   */
  const claimNext = async (kind: RawBuilder<boolean>): Promise<Job | null> => {
    const suspect = sql<boolean>`crashes >= ${MAX_CRASHES - 1}`;
    const next = db
      .selectFrom('transcriptions')
      .select('id')
      .where('status', '=', 'queued')
      .where(kind)
      .where(({ and, exists, not, or, selectFrom }) => {
        const running = selectFrom('transcriptions as other')
          .select('other.id')
          .where('other.status', '=', 'processing');
        const danger = running.where('other.crashes', '>=', MAX_CRASHES - 1);
        return or([not(exists(running)), and([not(suspect), not(exists(danger))])]);
      })
      .orderBy(suspect)
      .orderBy('queue_place')
      .orderBy('seq')
      .limit(1);
    const row = await db
      .updateTable('transcriptions')
      .set({ status: 'processing', epoch: sql<number>`epoch + 1` })
      .where('id', '=', next)
      .returningAll()
      .executeTakeFirst();
    return row ? toJob(row) : null;
  };

  return {
    /**
     * Takes the oldest queued job whose recording is to be fetched, or returns null: also where as many as `ahead` are
     * fetched already and wait, so that downloads do not fill the disk.
     */
    claimFetch: (busyHosts: readonly string[], ahead: number): Promise<Job | null> =>
      claimNext(sql<boolean>`${TO_FETCH} AND source_host NOT IN (${sql.join(['', ...busyHosts])})
        AND (SELECT COUNT(*) FROM transcriptions AS other
          WHERE other.status = 'queued' AND other.media_name IS NOT NULL) < ${ahead}`),

    /** Takes the oldest queued job whose recording is there, or returns null. */
    claimWork: (): Promise<Job | null> => claimNext(sql<boolean>`NOT (${TO_FETCH})`),

    /** Another version of the same recording that keeps it to be played, the newest; null where there is none. */
    async otherWithMedia({
      id,
      recordingId,
    }: Job): Promise<{ id: string; mediaType: string } | null> {
      const row = await db
        .selectFrom('transcriptions')
        .select(['id', 'media_type'])
        .where('recording_id', '=', recordingId)
        .where('id', '!=', id)
        .where('status', '=', 'completed')
        .where('media_type', 'is not', null)
        .orderBy('seq', 'desc')
        .executeTakeFirst();
      return row?.media_type ? { id: row.id, mediaType: row.media_type } : null;
    },

    /** Stores where the job stands; progress never falls. */
    async advance(
      claim: Claim,
      at: { stage: Stage; progress: number; etaMs: number | null },
    ): Promise<Job> {
      const row = await guarded(claim)
        .set({
          stage: at.stage,
          progress: sql<number>`MAX(progress, ${at.progress})`,
          eta_ms: at.etaMs,
        })
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new StaleClaimError(claim);
      return toJob(row);
    },

    async learn(claim: Claim, facts: JobFacts): Promise<void> {
      // A stage that was finished shows that the job gets on.
      const gotOn = facts.media_name !== undefined || facts.duration_ms !== undefined;
      const result = await guarded(claim)
        .set(gotOn ? { ...facts, crashes: 0 } : facts)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw new StaleClaimError(claim);
    },

    async warn(claim: Claim, warnings: readonly Warning[]): Promise<void> {
      const result = await guarded(claim)
        .set({ warnings: JSON.stringify(warnings) })
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw new StaleClaimError(claim);
    },

    /** Reserves what the recording will cost, now that its length is known. @throws insufficient_points */
    async reserve(claim: Claim, points: number, at: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('transcriptions')
          .selectAll()
          .where('id', '=', claim.id)
          .where('epoch', '=', claim.epoch)
          .where('status', '=', 'processing')
          .executeTakeFirst();
        if (!row) throw new StaleClaimError(claim);
        failpoint('points.storing');
        if (!(await reservePoints(trx, toJob(row), points, at))) {
          throw new AppError('insufficient_points');
        }
      });
    },

    /**
     * Puts a job back into the queue: its recording is fetched and waits to be decoded, or the program stops. With
     * `again` its recording is gone and is fetched once more.
     */
    async release(claim: Claim, { again = false } = {}): Promise<Job | null> {
      const row = await guarded(claim)
        .set({ status: 'queued', stage: null, eta_ms: null, ...(again && { media_name: null }) })
        .returningAll()
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },
  };
}
