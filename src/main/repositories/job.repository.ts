import { sql } from 'kysely';
import { ERRORS } from '../../shared/error-catalogue.ts';
import type { Stage, TranscriptionError, Warning } from '../../shared/transcription.ts';
import type { Database } from './database.ts';
import { type Job, toJob } from './job.ts';

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
  source_title: string;
  duration_ms: number;
  language: string;
  model: string;
}>;

const MAX_CRASHES = 3;

export type JobRepository = ReturnType<typeof createJobRepository>;

/** Transcriptions as the worker sees them: claimed, moved along, ended. */
export function createJobRepository(db: Database) {
  const guarded = (claim: Claim) =>
    db
      .updateTable('transcriptions')
      .where('id', '=', claim.id)
      .where('epoch', '=', claim.epoch)
      .where('status', '=', 'processing');

  return {
    /** Takes the oldest queued job, or returns null. One statement, so two claims never meet. */
    async claim(): Promise<Job | null> {
      const oldest = db
        .selectFrom('transcriptions')
        .select('id')
        .where('status', '=', 'queued')
        .orderBy('seq')
        .limit(1);
      const row = await db
        .updateTable('transcriptions')
        .set({ status: 'processing', epoch: sql<number>`epoch + 1` })
        .where('id', '=', oldest)
        .returningAll()
        .executeTakeFirst();
      return row ? toJob(row) : null;
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
      const result = await guarded(claim).set(facts).executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw new StaleClaimError(claim);
    },

    async warn(claim: Claim, warnings: readonly Warning[]): Promise<void> {
      const result = await guarded(claim)
        .set({ warnings: JSON.stringify(warnings) })
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw new StaleClaimError(claim);
    },

    /** The end of a job that worked: result and state become visible together or not at all. */
    async complete(
      claim: Claim,
      end: { at: number; points: number; structured: string | null },
    ): Promise<Job> {
      return db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('transcriptions')
          .set({
            status: 'completed',
            stage: null,
            progress: 1,
            eta_ms: null,
            points_spent: end.points,
            completed_at: end.at,
          })
          .where('id', '=', claim.id)
          .where('epoch', '=', claim.epoch)
          .where('status', '=', 'processing')
          .returningAll()
          .executeTakeFirst();
        if (!row) throw new StaleClaimError(claim);
        if (end.structured !== null) {
          await trx
            .insertInto('structured')
            .values({ transcription_id: claim.id, body: end.structured })
            .onConflict((conflict) => conflict.doUpdateSet({ body: end.structured ?? '' }))
            .execute();
        }
        return toJob(row);
      });
    },

    async fail(claim: Claim, error: TranscriptionError, at: number): Promise<Job> {
      const row = await guarded(claim).set(failure(error, at)).returningAll().executeTakeFirst();
      if (!row) throw new StaleClaimError(claim);
      return toJob(row);
    },

    /** Ends a job that is not yet over, whoever holds it: the epoch grows, so the holder's writes are void. */
    async cancel(id: string, at: number): Promise<Job | null> {
      const current = await db
        .selectFrom('transcriptions')
        .select('stage')
        .where('id', '=', id)
        .executeTakeFirst();
      const error = {
        code: 'canceled' as const,
        message: ERRORS.canceled.message,
        stage: (current?.stage ?? null) as Stage | null,
        retryable: ERRORS.canceled.retryable,
      };
      const row = await db
        .updateTable('transcriptions')
        .set({ ...failure(error, at), epoch: sql<number>`epoch + 1` })
        .where('id', '=', id)
        .where('status', 'in', ['queued', 'processing'])
        .returningAll()
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },

    /** A failed job goes back into the queue with the options it was created with. */
    async retry(id: string): Promise<Job | null> {
      return db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('transcriptions')
          .set({
            status: 'queued',
            error: null,
            completed_at: null,
            progress: 0,
            crashes: 0,
            warnings: '[]',
            media_name: null,
            duration_ms: null,
            language: null,
            model: null,
          })
          .where('id', '=', id)
          .where('status', '=', 'failed')
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        await trx.deleteFrom('windows').where('transcription_id', '=', id).execute();
        await trx.deleteFrom('segments').where('transcription_id', '=', id).execute();
        return toJob(row);
      });
    },

    /** A clean stop: what is under way waits for the next start. */
    async release(claim: Claim): Promise<void> {
      await guarded(claim).set({ status: 'queued', stage: null, eta_ms: null }).execute();
    },

    /** At start-up: jobs a crash left behind are queued again, or ended when they were there at three crashes. */
    async recover(at: number): Promise<{ resumed: number; failed: Job[] }> {
      const error = {
        code: 'crashed_repeatedly' as const,
        message: ERRORS.crashed_repeatedly.message,
        stage: null,
        retryable: ERRORS.crashed_repeatedly.retryable,
      };
      return db.transaction().execute(async (trx) => {
        await trx
          .updateTable('transcriptions')
          .set({ crashes: sql<number>`crashes + 1`, epoch: sql<number>`epoch + 1` })
          .where('status', '=', 'processing')
          .execute();
        const failed = await trx
          .updateTable('transcriptions')
          .set(failure(error, at))
          .where('status', '=', 'processing')
          .where('crashes', '>=', MAX_CRASHES)
          .returningAll()
          .execute();
        const resumed = await trx
          .updateTable('transcriptions')
          .set({ status: 'queued', stage: null, eta_ms: null })
          .where('status', '=', 'processing')
          .executeTakeFirst();
        return { resumed: Number(resumed.numUpdatedRows), failed: failed.map(toJob) };
      });
    },
  };
}

function failure(error: TranscriptionError, at: number) {
  return {
    status: 'failed',
    stage: null,
    eta_ms: null,
    points_spent: 0,
    error: JSON.stringify(error),
    completed_at: at,
  };
}
