import type { Database } from './database.ts';
import { type OwnEntry, recordingOf } from './folder/data-folder.ts';
import { noteRemovals } from './folder/removals.ts';
import { isTestMemory } from './speakers/voice.repository.ts';

/** Finds what has passed its retention period. */
export function createRetentionRepository(db: Database) {
  const ended = db.selectFrom('transcriptions').where('status', 'in', ['completed', 'failed']);

  return {
    async endedBefore(time: number): Promise<string[]> {
      const rows = await ended.select('id').where('completedAt', '<', time).execute();
      return rows.map(({ id }) => id);
    },

    /** Those among them whose recording still exists. */
    recordingsBefore: (time: number): Promise<{ id: string; sourceUrl: string }[]> =>
      ended
        .select(['id', 'sourceUrl'])
        .where('completedAt', '<', time)
        .where('mediaType', 'is not', null)
        .execute(),

    /**
     * Whether a transcription still needs the recording at this URL, or may need it, for transcribing or playback: one
     * that failed before `time` no longer does.
     */
    async needsSource(url: string, time: number): Promise<boolean> {
      const row = await db
        .selectFrom('transcriptions')
        .select('id')
        .where('sourceUrl', '=', url)
        .where(({ or, and, eb }) =>
          or([
            eb('status', 'in', ['queued', 'processing']),
            and([eb('status', '=', 'failed'), eb('completedAt', '>=', time)]),
            eb('mediaType', 'is not', null),
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
          .set({ mediaType: null })
          .where('id', '=', id)
          .execute();
        const entries = [recordingOf(id)];
        await noteRemovals(trx, entries);
        return entries;
      }),

    async testsBefore(time: number): Promise<string[]> {
      const tests = ended.where('test', '=', 1).where('createdAt', '<', time);
      const rows = await tests.select('id').execute();
      return rows.map(({ id }) => id);
    },

    /** Deletes the voices learned from test keys and the events they sent before `time`. */
    forgetTestsBefore: (time: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('events')
          .where('test', '=', 1)
          .where('transcriptionId', 'is', null)
          .where('createdAt', '<', time)
          .execute();
        await trx.deleteFrom('voices').where('updatedAt', '<', time).where(isTestMemory).execute();
      }),
  };
}
