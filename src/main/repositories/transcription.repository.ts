import { sql } from 'kysely';
import type { TranscriptionStatus } from '../../shared/transcription.ts';
import type { Database } from './database.ts';
import { type Job, type JobOptions, toJob } from './job.ts';

export type NewJob = {
  id: string;
  sourceType: string;
  sourceUrl: string;
  sourceTitle: string | null;
  options: JobOptions;
  keyId: string | null;
  metered: boolean;
  subtitleToken: string;
  createdAt: number;
};

export type TranscriptionRepository = ReturnType<typeof createTranscriptionRepository>;

/** Transcriptions as users see them: made, found, listed, deleted. The worker's side is job.repository. */
export function createTranscriptionRepository(db: Database) {
  return {
    async insert(job: NewJob): Promise<Job> {
      const row = await db
        .insertInto('transcriptions')
        .values({
          id: job.id,
          seq: sql<number>`(SELECT COALESCE(MAX(seq), 0) + 1 FROM transcriptions)`,
          status: 'queued',
          source_type: job.sourceType,
          source_url: job.sourceUrl,
          source_title: job.sourceTitle,
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
      return toJob(row);
    },

    async find(id: string): Promise<Job | null> {
      const row = await db
        .selectFrom('transcriptions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },

    /** Newest first; `beforeSeq` continues an earlier page and stays right when new ones arrive. */
    async list(filter: {
      limit: number;
      beforeSeq?: number | undefined;
      statuses?: readonly TranscriptionStatus[] | undefined;
    }): Promise<Job[]> {
      let query = db.selectFrom('transcriptions').selectAll().orderBy('seq', 'desc');
      if (filter.beforeSeq !== undefined) query = query.where('seq', '<', filter.beforeSeq);
      if (filter.statuses) query = query.where('status', 'in', [...filter.statuses]);
      return (await query.limit(filter.limit).execute()).map(toJob);
    },

    async countByStatus(status: TranscriptionStatus): Promise<number> {
      const row = await db
        .selectFrom('transcriptions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', status)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** Removes the job, its words and its subtitles. Returns whether it was there. */
    async remove(id: string): Promise<boolean> {
      const result = await db.deleteFrom('transcriptions').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
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
