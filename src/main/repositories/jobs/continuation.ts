/** What of a transcription that ended early or lacks parts stays, and how another one begins with it. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { Warning, type WarningCode } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import { recordingOf } from '../folder/data-folder.ts';
import { forgetRemoval } from '../folder/removals.ts';
import { labelOf } from '../speakers/speaker-labels.ts';
import { wordingOf } from '../sql-dialect.ts';
import { partAtGaps } from '../transcripts/part-at-gaps.ts';

/**
 * The rows that make up the text and what people did to it, each with its columns beside the transcription's id.
 * Labeling gives the names to whoever says most of what is said under them.
 */
const COPIED = {
  windows: 'idx, start_ms, end_ms, done, language, no_speech_prob, model, machine, failed',
  speech: 'start_ms, end_ms',
  suppressed: 'window_idx, idx, start_ms, end_ms, text, reason',
  speakers: 'number, label, name, voice_id',
  segments:
    'window_idx, idx, start_ms, end_ms, text, speaker, language, confidence, words, flags, continues, original, paragraph',
  cue_edits: 'start_ms, end_ms, words, cues',
} as const;
/** What was found out of the recording, and would not be found out again. */
const FACTS = ['language', 'model', 'duration_ms', 'provenance'] as const;
/** What is found out again for every version. */
const NOT_COPIED: ReadonlySet<WarningCode> = new Set([
  ...(['part_failed', 'text_suppressed', 'export_failed'] as const),
  ...(['speakers_uncertain', 'speakers_failed'] as const),
]);
const Warnings = z.array(Warning);

/**
 * Gives a new job the text of one that ended early or lacks parts, in the transaction that creates it. The parts that
 * failed are transcribed again.
 * @throws not_found if the other one was deleted meanwhile, wrong_state while another version is under way
 */
export async function copyText(trx: Database, from: string, to: string): Promise<void> {
  const query = trx
    .selectFrom('transcriptions')
    .select(['recording_id', 'warnings', ...FACTS])
    .where('id', '=', from)
    .where('status', 'in', ['completed', 'failed']);
  // Nobody edits it meanwhile.
  const row = await wordingOf(trx).kept(query).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const { recording_id, warnings: before, ...facts } = row;
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
  const kept = Warnings.parse(JSON.parse(before)).filter(({ code }) => !NOT_COPIED.has(code));
  const warnings = JSON.stringify(kept);
  await trx
    .updateTable('transcriptions')
    .set({ ...facts, warnings })
    .where('id', '=', to)
    .execute();
  for (const [table, columns] of Object.entries(COPIED)) {
    const [name, list] = [sql.table(table), sql.raw(columns)];
    await sql`INSERT INTO ${name}(transcription_id, ${list})
      SELECT ${to}, ${list} FROM ${name} WHERE transcription_id = ${from}`.execute(trx);
  }
  await partAtGaps(trx, to);
  await trx
    .updateTable('windows')
    .set({ done: 0, failed: 0, no_speech_prob: null, model: null })
    .where('transcription_id', '=', to)
    .where('failed', '=', 1)
    .execute();
  await freeFirstLabel(trx, to);
}

/** What is transcribed now has the first label until labeling: the name of who had it before is not theirs. */
async function freeFirstLabel(trx: Database, id: string): Promise<void> {
  const first = labelOf(0);
  const speakers = await trx
    .selectFrom('speakers')
    .select(['label', 'name'])
    .where('transcription_id', '=', id)
    .execute();
  if (!speakers.some(({ label, name }) => label === first && name !== null)) return;
  const taken = new Set(speakers.map(({ label }) => label));
  let at = speakers.length;
  while (taken.has(labelOf(at))) at++;
  const other = labelOf(at);
  await trx
    .updateTable('speakers')
    .set({ label: other })
    .where('transcription_id', '=', id)
    .where('label', '=', first)
    .execute();
  await trx
    .updateTable('segments')
    .set({ speaker: other })
    .where('transcription_id', '=', id)
    .where('speaker', '=', first)
    .execute();
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
