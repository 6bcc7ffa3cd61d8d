import { type RawBuilder, sql } from 'kysely';
import type { Stage, Warning } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../errors.ts';
import { failpoint } from '../../failpoint.ts';
import { reservePoints } from '../accounts/ledger.ts';
import type { Database } from '../database.ts';
import { isThere, ofNoNode } from '../node-condition.ts';
import { later, wordingOf } from '../wording.ts';
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
  const row = await wordingOf(db).locked(held).executeTakeFirst();
  if (!row) throw new StaleClaimError(claim);
}

/** The job's row while the worker holds it. */
const selectHeld = (db: Database, { id, epoch }: Claim) =>
  db
    .selectFrom('transcriptions')
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('status', '=', 'processing');

/** Facts found during a run, stored so that a resumed job need not find them again. */
export type JobFacts = Partial<{
  media_name: string;
  source_type: string;
  source_title: string;
  source_uploader: string | null;
  source_thumbnail_url: string | null;
  /** The chapters as JSON. */
  source_chapters: string;
  /** The audio tracks as JSON. */
  source_tracks: string;
  duration_ms: number;
  /** Null where it has to be determined again. */
  language: string | null;
  model: string;
  /** As JSON. */
  provenance: string;
  /** Null until what is played is whole. */
  media_type: string | null;
}>;

export type JobRepository = ReturnType<typeof createJobRepository>;

/** Uploads, and recordings fetched by this service or by one that is gone. */
const isHere = (node: string) =>
  sql<boolean>`(source_host IS NULL OR node_id = ${node} OR ${ofNoNode()})`;

/** Which jobs may be claimed: those of all keys but these, or one of these. */
export type WorkWanted = { exceptKeys: readonly string[] } | { ids: readonly string[] };

const isWanted = (wanted: WorkWanted) => {
  if ('ids' in wanted) return sql<boolean>`id IN (${sql.join(wanted.ids)})`;
  if (wanted.exceptKeys.length === 0) return sql<boolean>`TRUE`;
  return sql<boolean>`(key_id IS NULL OR key_id NOT IN (${sql.join(wanted.exceptKeys)}))`;
};

/** The number of recordings that all services are fetching from each server. */
const busyEverywhere = (most: number) =>
  sql<boolean>`source_host NOT IN (SELECT source_host FROM transcriptions
    WHERE status = 'processing' AND source_host IS NOT NULL AND media_name IS NULL
    GROUP BY source_host HAVING COUNT(*) >= ${most})`;

/**
 * Transcriptions as the worker sees them: claimed and advanced; job-endings.ts stores how they end. `nodeOf` is this
 * service among several on one database; with `ownFolder` each has its own data folder for what it fetches.
 */
export function createJobRepository(
  db: Database,
  nodeOf: () => string | null = () => null,
  { ownFolder = false }: { ownFolder?: boolean } = {},
) {
  const guarded = (claim: Claim) =>
    db
      .updateTable('transcriptions')
      .where('id', '=', claim.id)
      .where('epoch', '=', claim.epoch)
      .where('status', '=', 'processing');

  /**
   * Claims the first waiting job of a kind, or returns null. A job one crash short of the limit runs last and alone on
   * its service, so that only it can cause the next crash. A single statement, or alone in its queue, so that two claims
   * never get the same job. A service that was taken for dead gets none.
   */
  const claimNext = async (kind: RawBuilder<boolean>): Promise<Job | null> => {
    const node = nodeOf();
    const suspect = sql<boolean>`crashes >= ${MAX_CRASHES - 1}`;
    const next = (trx: Database, isSuspect: boolean) => {
      const all = trx
        .selectFrom('transcriptions as other')
        .select('other.id')
        .where('other.status', '=', 'processing');
      const running = node === null ? all : all.where('other.node_id', '=', node);
      const danger = running.where('other.crashes', '>=', MAX_CRASHES - 1);
      return trx
        .selectFrom('transcriptions')
        .select('id')
        .where(IS_WAITING)
        .where(kind)
        .where(isSuspect ? suspect : sql<boolean>`NOT (${suspect})`)
        .where(({ exists, not }) => not(exists(isSuspect ? running : danger)))
        .orderBy('queue_place')
        .orderBy('seq')
        .limit(1);
    };
    const row = await wordingOf(db).alone(db, 'claims', (trx) =>
      trx
        .updateTable('transcriptions')
        .set({ status: 'processing', epoch: sql<number>`epoch + 1`, node_id: node })
        .where('id', '=', sql<string>`COALESCE((${next(trx, false)}), (${next(trx, true)}))`)
        .where('status', '=', 'queued')
        .where(isThere(node))
        .returningAll()
        .executeTakeFirst(),
    );
    return row ? toJob(row) : null;
  };

  return {
    /**
     * Claims the first waiting job whose recording must be fetched, or returns null. Also null when `ahead` recordings
     * are already fetched and waiting, so that downloads do not fill the disk.
     */
    claimFetch: (
      busyHosts: readonly string[],
      { ahead, perHost }: { ahead: number; perHost: number },
    ): Promise<Job | null> =>
      claimNext(sql<boolean>`${TO_FETCH} AND source_host NOT IN (${sql.join(['', ...busyHosts])})
        AND ${nodeOf() === null ? sql`TRUE` : busyEverywhere(perHost)}
        AND (SELECT COUNT(*) FROM transcriptions AS other
          WHERE other.status = 'queued' AND other.media_name IS NOT NULL) < ${ahead}`),

    /** Claims the first waiting job whose recording is available, or returns null. */
    claimWork(wanted: WorkWanted = { exceptKeys: [] }): Promise<Job | null> {
      const node = nodeOf();
      const reached = ownFolder && node !== null ? isHere(node) : sql`TRUE`;
      return claimNext(sql<boolean>`${TO_WORK_ON} AND ${reached} AND ${isWanted(wanted)}`);
    },

    /** The other versions of the recording that are stored for playback, newest first. */
    async othersWithMedia({ id, recordingId }: Job): Promise<Job[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .selectAll()
        .where('recording_id', '=', recordingId)
        .where('id', '!=', id)
        .where('status', 'in', ['completed', 'failed'])
        .where('media_type', 'is not', null)
        .orderBy('seq', 'desc')
        .execute();
      return rows.map(toJob);
    },

    /** Stores a job's stage and progress; progress never decreases. */
    async advance(
      claim: Claim,
      at: { stage: Stage; progress: number; etaMs: number | null },
    ): Promise<Job> {
      const row = await guarded(claim)
        .set({
          stage: at.stage,
          progress: later('progress', sql`${at.progress}`),
          eta_ms: at.etaMs,
        })
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new StaleClaimError(claim);
      return toJob(row);
    },

    /** @throws StaleClaimError when the job is not the worker's any more */
    async assertHeld(claim: Claim): Promise<void> {
      const held = await selectHeld(db, claim).select('id').executeTakeFirst();
      if (!held) throw new StaleClaimError(claim);
    },

    async patch(claim: Claim, facts: JobFacts): Promise<void> {
      // A finished stage shows that the job makes progress.
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

    /** Reserves the cost of a recording once its duration is known. @throws insufficient_points */
    async reserve(claim: Claim, points: number, at: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const held = selectHeld(trx, claim).selectAll();
        const row = await wordingOf(trx).locked(held).executeTakeFirst();
        if (!row) throw new StaleClaimError(claim);
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
    async release(claim: Claim, { again = false } = {}): Promise<Job | null> {
      const row = await guarded(claim)
        .set({ status: 'queued', stage: null, eta_ms: null, ...(again && { media_name: null }) })
        .returningAll()
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },
  };
}
