import type { Database } from './database.ts';

export type RetentionRepository = ReturnType<typeof createRetentionRepository>;

/** What has been kept for long. */
export function createRetentionRepository(db: Database) {
  return {
    /** Transcriptions that ended, one way or the other, before `time`. */
    async endedBefore(time: number): Promise<string[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('status', 'in', ['completed', 'failed'])
        .where('completed_at', '<', time)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Those among them whose recording is still there. */
    async recordingsBefore(time: number): Promise<{ id: string; sourceUrl: string }[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .select(['id', 'source_url'])
        .where('status', '=', 'completed')
        .where('completed_at', '<', time)
        .where('media_type', 'is not', null)
        .execute();
      return rows.map(({ id, source_url }) => ({ id, sourceUrl: source_url }));
    },

    /** Whether a recording at this address will be, or may be asked to be, transcribed or played. */
    async needsSource(url: string): Promise<boolean> {
      const row = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('source_url', '=', url)
        .where(({ or, eb }) =>
          or([eb('status', '!=', 'completed'), eb('media_type', 'is not', null)]),
        )
        .executeTakeFirst();
      return row !== undefined;
    },

    async forgetRecording(id: string): Promise<void> {
      await db
        .updateTable('transcriptions')
        .set({ media_type: null })
        .where('id', '=', id)
        .execute();
    },
  };
}
