/** The text that another version begins with, of one that ended early or lacks parts. */
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { timedWords } from '../../../shared/subtitles/timed-words.ts';
import { type Sentence, splitSentence } from '../../../shared/transcription/split.ts';
import { Warning, type WarningCode } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import { labelOf } from '../speakers/speaker-labels.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { SegmentRow, Tables } from '../tables.ts';
import { diffRows, readRows, storeChanges } from '../transcripts/row-changes.ts';
import { readWords } from '../transcripts/stored-segments.ts';

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
  const row = await dialectOf(trx).kept(query).executeTakeFirst();
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

type Window = Pick<Selectable<Tables['windows']>, 'idx' | 'start_ms' | 'end_ms' | 'failed'>;

/**
 * Parts the sentences that people joined over a window which failed, since what is said there comes in between. Runs in
 * a transaction.
 */
async function partAtGaps(trx: Database, id: string): Promise<void> {
  const joined = await trx
    .selectFrom('segments')
    .innerJoin('windows', 'windows.transcription_id', 'segments.transcription_id')
    .select('windows.idx')
    .where('segments.transcription_id', '=', id)
    .where('windows.failed', '=', 1)
    .whereRef('windows.idx', '>', 'segments.window_idx')
    .whereRef('windows.start_ms', '<', 'segments.end_ms')
    .limit(1)
    .executeTakeFirst();
  if (!joined) return;
  const windows = await trx
    .selectFrom('windows')
    .select(['idx', 'start_ms', 'end_ms', 'failed'])
    .where('transcription_id', '=', id)
    .orderBy('idx')
    .execute();
  const rows = await readRows(trx, id);
  const parted = rows.flatMap((row) => part(row, windows));
  await storeChanges(trx, id, diffRows(rows, parted));
}

/** Both sides of each gap that the row reaches over. */
function part(row: SegmentRow, windows: readonly Window[]): SegmentRow[] {
  const gap = windows.find(
    ({ idx, start_ms, failed }) => failed === 1 && idx > row.window_idx && start_ms < row.end_ms,
  );
  if (!gap) return [row];
  const { start_ms: startMs, end_ms: endMs, text, language } = row;
  const sentence: Sentence = { startMs, endMs, text, language, words: readWords(row.words) };
  const middleMs = (gap.start_ms + gap.end_ms) / 2;
  const next = timedWords({ ...sentence, id: 0, speaker: '-', confidence: 1 }).find(
    (word) => word.startMs >= middleMs,
  );
  const parts = next ? splitSentence(sentence, next.offset) : null;
  const window = windows.find(
    ({ idx, end_ms, failed }) => failed === 0 && idx > gap.idx && end_ms > (next?.startMs ?? 0),
  );
  if (!parts || !window) return [row];
  const [before, after] = parts;
  const rest = {
    ...withContent(row, after),
    window_idx: window.idx,
    continues: 0,
    paragraph: null,
  };
  return [withContent(row, before), ...part(rest, windows)];
}

/** Edited, it stays so. */
function withContent(row: SegmentRow, { startMs, endMs, text, words }: Sentence): SegmentRow {
  return {
    ...row,
    start_ms: startMs,
    end_ms: endMs,
    text,
    words: JSON.stringify(words),
    original: row.original === null ? null : JSON.stringify({ text, words }),
  };
}
