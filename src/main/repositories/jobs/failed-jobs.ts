/** What still happens to jobs that have failed. */
import { sql } from 'kysely';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import type { Database } from '../database.ts';
import { recordingOf } from '../folder/data-folder.ts';
import { forgetRemoval } from '../folder/removals.ts';
import { dialectOf } from '../sql-dialect.ts';

/** The window's own recordings of which the newest version failed with this error, the oldest first. */
export async function failedWith(db: Database, code: ErrorCode): Promise<string[]> {
  const rows = await db
    .selectFrom('transcriptions')
    .select('id')
    .where('status', '=', 'failed')
    .where(dialectOf(db).field('error', 'code'), '=', code)
    .where('keyId', 'is', null)
    .where('trashedAt', 'is', null)
    .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM transcriptions other
      WHERE other.recording_id = transcriptions.recording_id AND other.seq > transcriptions.seq)`)
    .orderBy('seq')
    .execute();
  return rows.map(({ id }) => id);
}

/** Notes that the recording of a failed transcription was kept. False if it was deleted meanwhile. */
export function keepRecording(db: Database, id: string, mediaType: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('transcriptions')
      .set({ mediaType })
      .where(({ and }) => and({ id, status: 'failed' }))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await forgetRemoval(trx, recordingOf(id));
    return true;
  });
}
