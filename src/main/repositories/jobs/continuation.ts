/** What of a transcription that ended early stays, and how another one begins with it. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { recordingOf } from '../folder/data-folder.ts';
import { forgetRemoval } from '../folder/removals.ts';

/** The rows that make up the text so far, each with its columns beside the transcription's id. */
const COPIED = {
  windows: 'idx, start_ms, end_ms, done, language, no_speech_prob, model, failed',
  speech: 'start_ms, end_ms',
  suppressed: 'window_idx, idx, start_ms, end_ms, text, reason',
  segments:
    'window_idx, idx, start_ms, end_ms, text, speaker, language, confidence, words, flags, continues, original, paragraph',
} as const;
/** What was found out of the recording, and would not be found out again. */
const FACTS = ['language', 'model', 'duration_ms', 'provenance', 'warnings'] as const;

/**
 * Gives a new job the text of a failed one, in the transaction that creates it. False if the failed one was deleted
 * meanwhile.
 */
export async function copyText(trx: Database, from: string, to: string): Promise<boolean> {
  const failed = trx.selectFrom('transcriptions').where('id', '=', from);
  const facts = await failed
    .select([...FACTS])
    .where('status', '=', 'failed')
    .executeTakeFirst();
  if (!facts) return false;
  await trx.updateTable('transcriptions').set(facts).where('id', '=', to).execute();
  for (const [table, columns] of Object.entries(COPIED)) {
    const [name, list] = [sql.table(table), sql.raw(columns)];
    await sql`INSERT INTO ${name}(transcription_id, ${list})
      SELECT ${to}, ${list} FROM ${name} WHERE transcription_id = ${from}`.execute(trx);
  }
  return true;
}

/** Notes that the recording of a failed transcription was kept. False if it was deleted meanwhile. */
export function keepRecording(db: Database, id: string, mediaType: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('transcriptions')
      .set({ media_type: mediaType })
      .where('id', '=', id)
      .where('status', '=', 'failed')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await forgetRemoval(trx, recordingOf(id));
    return true;
  });
}
