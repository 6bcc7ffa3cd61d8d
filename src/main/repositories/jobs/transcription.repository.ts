import { type Selectable, sql } from 'kysely';
import type { TranscriptionStatus } from '../../../shared/transcription/transcription.ts';
import { availablePoints, reservePoints } from '../accounts/ledger.ts';
import type { Database } from '../database.ts';
import type { TranscriptionTable } from '../tables.ts';
import { createCommitGroup } from './commit-group.ts';
import { findRequest, type Idempotency, rememberRequest } from './idempotency.ts';
import { type Job, type JobOptions, toJob } from './job.ts';
import { type ListFilter, listTranscriptions } from './transcription-list.ts';

export type NewJob = {
  id: string;
  sourceType: string;
  sourceUrl: string;
  sourceTitle: string | null;
  givenTitle: string | null;
  options: JobOptions;
  keyId: string | null;
  metered: boolean;
  subtitleToken: string;
  createdAt: number;
};

/** A job that this very request made before; another request under its key is a mismatch. */
export type Replayed = { job: Job; replayed: true } | 'idempotency_mismatch';
export type Inserted = Replayed | { job: Job; replayed: false } | 'insufficient_points';

export type TranscriptionRepository = ReturnType<typeof createTranscriptionRepository>;

/** Transcriptions as users see them: made, found, listed, deleted. The worker's side is job.repository. */
export function createTranscriptionRepository(db: Database) {
  const inGroup = createCommitGroup(db);
  return {
    /**
     * Creates a job and reserves its first point, all or nothing. A request that was made before under the same
     * idempotency key gives the job it made then.
     */
    insert: (job: NewJob, idempotency: Idempotency | null): Promise<Inserted> =>
      inGroup(async (trx) => {
        const replayed = idempotency && (await findReplayed(trx, idempotency, job.createdAt));
        if (replayed) return replayed;
        if (job.metered && job.keyId !== null && (await availablePoints(trx, job.keyId)) < 1) {
          return 'insufficient_points';
        }
        const inserted = toJob(await insertRow(trx, job));
        await reservePoints(trx, inserted, 1, job.createdAt);
        if (idempotency) await rememberRequest(trx, idempotency, job.id, job.createdAt);
        return { job: inserted, replayed: false };
      }),

    /** What the same request made before; null when it was not made, or more than 24 hours ago. */
    replay: (idempotency: Idempotency, now: number): Promise<Replayed | null> =>
      findReplayed(db, idempotency, now),

    /** Gives the same request this transcription from now on. */
    remember: (idempotency: Idempotency, id: string, now: number): Promise<void> =>
      rememberRequest(db, idempotency, id, now),

    async find(id: string): Promise<Job | null> {
      const row = await db
        .selectFrom('transcriptions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },

    /** Null when there is none with this id. */
    async rename(id: string, title: string | null): Promise<Job | null> {
      const row = await db
        .updateTable('transcriptions')
        .set({ given_title: title })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },

    list: (filter: ListFilter) => listTranscriptions(db, filter),

    async countByStatus(status: TranscriptionStatus): Promise<number> {
      const row = await db
        .selectFrom('transcriptions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', status)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** What was made of an upload with these bytes and did not fail, of one key or of the window; newest first. */
    async fromSameBytes(sha256: string, keyId: string | null): Promise<Job[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .innerJoin('files', (join) =>
          join.on(sql`source_url`, '=', sql`'steno://files/' || files.id`),
        )
        .selectAll('transcriptions')
        .where('files.sha256', '=', sha256)
        .where('status', '!=', 'failed')
        .where('transcriptions.key_id', 'is', keyId)
        .orderBy('seq', 'desc')
        .execute();
      return rows.map(toJob);
    },

    /** What was made of this link and did not fail, of one key or of the window; newest first. */
    async fromSameLink(url: string, keyId: string | null): Promise<Job[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .selectAll()
        .where('source_url', '=', url)
        .where('status', '!=', 'failed')
        .where('key_id', 'is', keyId)
        .orderBy('seq', 'desc')
        .execute();
      return rows.map(toJob);
    },

    /** Whether any transcription is made from this address. */
    async usesSource(url: string): Promise<boolean> {
      const row = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('source_url', '=', url)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Ids of those whose recording may be kept. */
    async completed(): Promise<Set<string>> {
      const rows = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('status', '=', 'completed')
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    /** Whether anything that is not over is or will be transcribed with this model. */
    async usesModel(name: string): Promise<boolean> {
      const row = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('status', 'in', ['queued', 'processing'])
        .where((is) =>
          is.or([is('model', '=', name), sql<boolean>`json_extract(options, '$.model') = ${name}`]),
        )
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Ids that still need their work folder. */
    async unfinished(): Promise<Set<string>> {
      const rows = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('status', 'in', ['queued', 'processing'])
        .execute();
      return new Set(rows.map((row) => row.id));
    },
  };
}

async function findReplayed(
  db: Database,
  idempotency: Idempotency,
  now: number,
): Promise<Replayed | null> {
  const earlier = await findRequest(db, idempotency, now);
  if (!earlier) return null;
  if (earlier.request_hash !== idempotency.requestHash) return 'idempotency_mismatch';
  return { job: toJob(await selectRow(db, earlier.transcription_id)), replayed: true };
}

function selectRow(db: Database, id: string): Promise<Selectable<TranscriptionTable>> {
  return db.selectFrom('transcriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

function insertRow(trx: Database, job: NewJob): Promise<Selectable<TranscriptionTable>> {
  return trx
    .insertInto('transcriptions')
    .values({
      id: job.id,
      seq: sql<number>`(SELECT COALESCE(MAX(seq), 0) + 1 FROM transcriptions)`,
      status: 'queued',
      source_type: job.sourceType,
      source_url: job.sourceUrl,
      source_title: job.sourceTitle,
      given_title: job.givenTitle,
      options: JSON.stringify(job.options),
      key_id: job.keyId,
      metered: job.metered ? 1 : 0,
      subtitle_token: job.subtitleToken,
      created_at: job.createdAt,
      progress: 0,
      epoch: 0,
      crashes: 0,
      points_spent: 0,
      warnings: '[]',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
