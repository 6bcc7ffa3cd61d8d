/** What of a transcription that ended early stays, and how another one begins with it. */
import { sql } from 'kysely';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../database.ts';
import { recordingOf } from '../folder/data-folder.ts';
import { forgetRemoval } from '../folder/removals.ts';
import { wordingOf } from '../wording.ts';

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
 * Gives a new job the text of a failed one, in the transaction that creates it.
 * @throws not_found if the failed one was deleted meanwhile, wrong_state while another version is under way
 */
export async function copyText(trx: Database, from: string, to: string): Promise<void> {
  const row = await trx
    .selectFrom('transcriptions')
    .select(['recording_id', ...FACTS])
    .where('id', '=', from)
    .where('status', '=', 'failed')
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const { recording_id, ...facts } = row;
  const other = await trx
    .selectFrom('transcriptions')
    .select('id')
    .where('recording_id', '=', recording_id)
    .where('id', '!=', to)
    .where('status', 'in', ['queued', 'processing'])
    .executeTakeFirst();
  if (other) {
    const message = `Another version of this recording is under way: ${other.id}.`;
    throw new AppError('wrong_state', { message });
  }
  await trx.updateTable('transcriptions').set(facts).where('id', '=', to).execute();
  for (const [table, columns] of Object.entries(COPIED)) {
    const [name, list] = [sql.table(table), sql.raw(columns)];
    await sql`INSERT INTO ${name}(transcription_id, ${list})
      SELECT ${to}, ${list} FROM ${name} WHERE transcription_id = ${from}`.execute(trx);
  }
}

/** The window's own recordings of which the newest version failed with this error, the oldest first. */
export async function failedWith(db: Database, code: ErrorCode): Promise<string[]> {
  const rows = await db
    .selectFrom('transcriptions')
    .select('id')
    .where('status', '=', 'failed')
    .where(wordingOf(db).field('error', 'code'), '=', code)
    .where('key_id', 'is', null)
    .where('trashed_at', 'is', null)
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
      .set({ media_type: mediaType })
      .where('id', '=', id)
      .where('status', '=', 'failed')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await forgetRemoval(trx, recordingOf(id));
    return true;
  });
}
