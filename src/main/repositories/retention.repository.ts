import type { Database } from './database.ts';
import { type OwnEntry, recordingOf } from './folder/data-folder.ts';
import { noteRemovals } from './folder/removals.ts';
import { isTestMemory } from './speakers/voice.repository.ts';

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

    /** Gives what is to be removed from the disk. */
    forgetRecording: (id: string): Promise<OwnEntry[]> =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable('transcriptions')
          .set({ media_type: null })
          .where('id', '=', id)
          .execute();
        const entries = [recordingOf(id)];
        await noteRemovals(trx, entries);
        return entries;
      }),

    /** Test transcriptions that were made before `time` and are over. */
    async testsBefore(time: number): Promise<string[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('test', '=', 1)
        .where('status', 'in', ['completed', 'failed'])
        .where('created_at', '<', time)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Forgets the voices that test keys taught and the events they sent before `time`. */
    forgetTestsBefore: (time: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('events')
          .where('test', '=', 1)
          .where('transcription_id', 'is', null)
          .where('created_at', '<', time)
          .execute();
        await trx.deleteFrom('voices').where('updated_at', '<', time).where(isTestMemory).execute();
      }),
  };
}
