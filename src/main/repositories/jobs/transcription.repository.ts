import { sql } from 'kysely';
import type { TranscriptionStatus } from '../../../shared/transcription/transcription.ts';
import type {
  TagList,
  UpdateTranscription,
} from '../../../shared/transcription/update-transcription.ts';
import { failpoint } from '../../core/failpoint.ts';
import { holdPoints, reservePoints } from '../accounts/points.repository.ts';
import type { Database } from '../database.ts';
import { removeUnusedUpload } from '../file.repository.ts';
import type { OwnEntry } from '../folder/data-folder.ts';
import { seenIn, type View } from '../row-visibility.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { Row } from '../tables.ts';
import { copyContinuedText } from '../transcripts/continued-text.ts';
import { createCommitGroup } from './commit-group.ts';
import { findRequest, type Idempotency, rememberRequest } from './idempotency.ts';
import { type Job, toJob } from './job.ts';
import { placeFor } from './queue.repository.ts';
import { type ListFilter, listTranscriptions } from './transcription-list.ts';

/** What a person changes about a recording as a whole; what is left out stays. */
type Changes = Pick<UpdateTranscription, 'title' | 'tags' | 'favorite'>;

/** What is given with a new job; the rest is as in every one that waits. */
export type NewJob = Pick<
  Job,
  | ('id' | 'subtitleToken' | 'createdAt' | 'options')
  | ('sourceType' | 'sourceUrl' | 'sourceHost' | 'sourceTitle' | 'givenTitle')
  | ('sourceUploader' | 'sourceThumbnailUrl' | 'sourceChapters' | 'sourceTracks')
  | ('favorite' | 'projectId' | 'keyId' | 'test' | 'metered' | 'voiceMemory')
> & {
  /** The recording it is another version of; null for the first version. */
  recordingId: string | null;
  tags: readonly string[];
  /** What is known of it before it is begun, such as of a job that the database had lost. */
  known?: Pick<Job, 'mediaName' | 'warnings'>;
  /** The job with whose text it begins. */
  continues?: string;
};

/** What makes a request equal to an earlier one: the same bytes or URL, the same options and this model. */
export type Reuse = { sha256: string | null; model: string | null; view: View };

/** The job that this same request created before; a different request under its key is a mismatch. */
type Replayed = { job: Job; how: 'replayed' } | 'idempotency_mismatch';
export type Inserted =
  | Replayed
  | { job: Job; how: 'created' }
  /** `removed` is the upload that is no longer needed. */
  | { job: Job; how: 'reused'; removed: OwnEntry[] }
  | 'insufficient_points';

/** Transcriptions as users see them: created, found, listed, deleted. The worker's side is job.repository.ts. */
export function createTranscriptionRepository(db: Database) {
  const inGroup = createCommitGroup(db);
  return {
    /**
     * Creates a job and reserves its first point atomically. A repeated request with the same idempotency key returns
     * the job it created before; with `reuse`, an equal existing job is returned instead.
     */
    insert: (
      job: NewJob,
      { idempotency, reuse }: { idempotency: Idempotency | null; reuse: Reuse | null },
    ): Promise<Inserted> =>
      inGroup(async (trx) => {
        await dialectOf(trx).queueUp(trx, 'numbers');
        // Its project is not deleted, nor are its other versions moved, before it is stored.
        const isFiled = job.projectId !== null || job.recordingId !== null;
        if (isFiled) await dialectOf(trx).queueUp(trx, 'projects');
        const replayed = idempotency && (await findReplayed(trx, idempotency, job.createdAt));
        if (replayed) return replayed;
        const same = reuse && (await findSame(trx, job, reuse));
        if (same) {
          if (idempotency) await rememberRequest(trx, idempotency, same.id, job.createdAt);
          const removed = await removeUnusedUpload(trx, job.sourceUrl);
          return { job: same, how: 'reused', removed };
        }
        if (job.metered && job.keyId !== null && (await holdPoints(trx, job.keyId)) < 1) {
          return 'insufficient_points';
        }
        let inserted = toJob(await insertRow(trx, job));
        if (job.continues !== undefined) {
          await copyContinuedText(trx, job.continues, job.id);
          inserted = toJob(await selectRow(trx, job.id));
        }
        failpoint('job.storing');
        await reservePoints(trx, inserted, 1, job.createdAt);
        if (idempotency) await rememberRequest(trx, idempotency, job.id, job.createdAt);
        return { job: inserted, how: 'created' };
      }),

    /** The job the same request created before; null if it did not, or more than 24 hours ago. */
    replay: (idempotency: Idempotency, now: number): Promise<Replayed | null> =>
      findReplayed(db, idempotency, now),

    async find(id: string, view: View): Promise<Job | null> {
      const row = await db
        .selectFrom('transcriptions')
        .selectAll()
        .where('id', '=', id)
        .where(seenIn(view, 'transcriptions'))
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },

    /** Those of them that exist. */
    async findAll(ids: readonly string[]): Promise<Map<string, Job>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('transcriptions')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute();
      return new Map(rows.map((row) => [row.id, toJob(row)]));
    },

    /** Null if no transcription has this id. */
    async change(id: string, changes: Changes, view: View): Promise<Job | null> {
      const { title, tags, favorite } = changes;
      const row = await db
        .updateTable('transcriptions')
        .set({
          ...(title !== undefined && { givenTitle: title }),
          ...(tags && { tags: JSON.stringify(tags) }),
          ...(favorite !== undefined && { favorite: favorite ? 1 : 0 }),
        })
        .where('id', '=', id)
        .where(seenIn(view, 'transcriptions'))
        .returningAll()
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },

    /** All versions of a recording in the view, newest first. */
    async versions(recordingId: string, view: View): Promise<Job[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .selectAll()
        .where('recordingId', '=', recordingId)
        .where('trashedAt', 'is', null)
        .where(seenIn(view, 'transcriptions'))
        .orderBy('seq', 'desc')
        .execute();
      return rows.map(toJob);
    },

    /** Into the trash with a time, out of it with null; null when there is none with this id, or it is not over. */
    async trash(id: string, at: number | null, view: View): Promise<Job | null> {
      const row = await db
        .updateTable('transcriptions')
        .set({ trashedAt: at })
        .where('id', '=', id)
        .where('status', 'in', ['completed', 'failed'])
        .where(seenIn(view, 'transcriptions'))
        .returningAll()
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },

    /** What is in the trash: all of it, or what was moved there before some time. */
    async trashed(view: View, before?: number): Promise<string[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('trashedAt', 'is not', null)
        .where(before === undefined ? sql<boolean>`TRUE` : sql<boolean>`trashed_at < ${before}`)
        .where(seenIn(view, 'transcriptions'))
        .execute();
      return rows.map(({ id }) => id);
    },

    /** The ids of uploads whose transcriptions, if any, are all in the trash. */
    async trashedUploads(): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        SELECT files.id FROM files JOIN transcriptions AS one
          ON one.source_url = 'steno://files/' || files.id
        GROUP BY files.id HAVING COUNT(one.trashed_at) = COUNT(*)`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** The tags of transcriptions outside the trash, with how many recordings have each; by name. */
    async tags(view: View): Promise<TagList['data']> {
      const { rows } = await sql<TagList['data'][number]>`
        SELECT MIN(one.value) AS tag, COUNT(*) AS count
        FROM transcriptions, ${dialectOf(db).elements('transcriptions.tags')}
        WHERE trashed_at IS NULL AND ${seenIn(view, 'transcriptions')}
        GROUP BY fold(one.value) ORDER BY fold(one.value)`.execute(db);
      return rows;
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

    /** Whether an unfinished job uses or will use this model. */
    async usesModel(name: string): Promise<boolean> {
      const row = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('status', 'in', ['queued', 'processing'])
        .where((is) =>
          is.or([
            is('model', '=', name),
            sql<boolean>`${dialectOf(db).field('options', 'model')} = ${name}`,
          ]),
        )
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** The jobs for the same bytes or URL, finished or in progress, newest first. */
async function findSame(trx: Database, job: NewJob, { sha256, model, view }: Reuse) {
  const query = trx
    .selectFrom('transcriptions')
    .selectAll('transcriptions')
    .where('status', '!=', 'failed')
    .where('trashedAt', 'is', null)
    .where(seenIn(view, 'transcriptions'))
    .orderBy('seq', 'desc');
  const rows =
    sha256 === null
      ? await query.where('sourceUrl', '=', job.sourceUrl).execute()
      : await query
          .innerJoin('files', (join) =>
            join.on(sql`source_url`, '=', sql`'steno://files/' || files.id`),
          )
          .where('files.sha256', '=', sha256)
          .execute();
  const wanted = JSON.stringify(job.options);
  const same = rows
    .map(toJob)
    .find((other) => JSON.stringify(other.options) === wanted && (other.model ?? model) === model);
  return same ?? null;
}

async function findReplayed(
  db: Database,
  idempotency: Idempotency,
  now: number,
): Promise<Replayed | null> {
  const earlier = await findRequest(db, idempotency, now);
  if (!earlier) return null;
  if (earlier.requestHash !== idempotency.requestHash) return 'idempotency_mismatch';
  return { job: toJob(await selectRow(db, earlier.transcriptionId)), how: 'replayed' };
}

function selectRow(db: Database, id: string): Promise<Row<'transcriptions'>> {
  return db.selectFrom('transcriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

function insertRow(trx: Database, job: NewJob): Promise<Row<'transcriptions'>> {
  const { id, sourceType, sourceUrl, sourceHost, sourceTitle, sourceUploader, keyId } = job;
  const { sourceThumbnailUrl, givenTitle, voiceMemory, subtitleToken, createdAt } = job;
  const recordingId = job.recordingId ?? id;
  return trx
    .insertInto('transcriptions')
    .values({
      ...{ id, sourceType, sourceUrl, sourceHost, sourceTitle, sourceUploader, sourceThumbnailUrl },
      ...{ givenTitle, keyId, voiceMemory, subtitleToken, createdAt, recordingId },
      seq: sql<number>`(SELECT COALESCE(MAX(seq), 0) + 1 FROM transcriptions)`,
      version: sql<number>`(SELECT COALESCE(MAX(version), 0) + 1 FROM transcriptions WHERE recording_id = ${recordingId})`,
      queuePlace: placeFor(keyId),
      status: 'queued',
      transcriptUrl: job.options.transcript,
      sourceChapters: JSON.stringify(job.sourceChapters),
      sourceTracks: JSON.stringify(job.sourceTracks),
      tags: JSON.stringify(job.tags),
      favorite: job.favorite ? 1 : 0,
      projectId: projectFor(job),
      options: JSON.stringify(job.options),
      ...(job.known && {
        mediaName: job.known.mediaName,
        warnings: JSON.stringify(job.known.warnings),
      }),
      test: job.test ? 1 : 0,
      metered: job.metered ? 1 : 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** That of the versions there are, which may have been moved meanwhile; none where the project is gone. */
const projectFor = ({ recordingId, projectId }: NewJob) =>
  recordingId === null
    ? sql<string | null>`(SELECT id FROM projects WHERE id = ${projectId})`
    : sql<string | null>`(SELECT project_id FROM transcriptions
        WHERE recording_id = ${recordingId} ORDER BY seq DESC LIMIT 1)`;
