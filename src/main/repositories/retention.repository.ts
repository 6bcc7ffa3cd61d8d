import type { Database } from './database.ts';
import { type OwnEntry, recordingOf } from './folder/data-folder.ts';
import { noteRemovals } from './folder/removals.ts';
import { isTestMemory } from './speakers/voice.repository.ts';

/** Finds what has passed its retention period. */
export function createRetentionRepository(db: Database) {
  return {
    /** Transcriptions that ended, in any state, before `time`. */
    async endedBefore(time: number): Promise<string[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('status', 'in', ['completed', 'failed'])
        .where('completed_at', '<', time)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Those among them whose recording still exists. */
    async recordingsBefore(time: number): Promise<{ id: string; sourceUrl: string }[]> {
      const rows = await db
        .selectFrom('transcriptions')
        .select(['id', 'source_url'])
        .where('status', 'in', ['completed', 'failed'])
        .where('completed_at', '<', time)
        .where('media_type', 'is not', null)
        .execute();
      return rows.map(({ id, source_url }) => ({ id, sourceUrl: source_url }));
    },

    /**
     * Whether a transcription still needs the recording at this URL, or may need it, for transcribing or playback: one
     * that failed before `time` no longer does.
     */
    async needsSource(url: string, time: number): Promise<boolean> {
      const row = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('source_url', '=', url)
        .where(({ or, and, eb }) =>
          or([
            eb('status', 'in', ['queued', 'processing']),
            and([eb('status', '=', 'failed'), eb('completed_at', '>=', time)]),
            eb('media_type', 'is not', null),
          ]),
        )
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns the entries to remove from disk. */
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

    /** Test transcriptions created before `time` that have ended. */
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

    /** Deletes the voices learned from test keys and the events they sent before `time`. */
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
