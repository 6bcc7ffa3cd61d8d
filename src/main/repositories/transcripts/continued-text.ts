/** The text that another version begins with, of one that ended early or lacks parts. */
import { sql } from 'kysely';
import { timedWords } from '../../../shared/subtitles/timed-words.ts';
import { type Sentence, splitSentence } from '../../../shared/transcription/split-sentence.ts';
import type { WarningCode } from '../../../shared/transcription/transcription.ts';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import { replaceWarnings } from '../jobs/stored-warnings.ts';
import { labelOf } from '../speakers/speaker-labels.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { Row, SegmentRow } from '../tables.ts';
import { diffRows, readRows, storeChanges } from './row-changes.ts';
import { readWords } from './stored-segments.ts';

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
  cueEdits: 'start_ms, end_ms, words, cues',
} as const;
/** What was found out of the recording, and would not be found out again. */
const FACTS = ['language', 'model', 'durationMs', 'provenance'] as const;
/** What is found out again for every version. */
const NOT_COPIED: readonly WarningCode[] = [
  ...(['part_failed', 'text_suppressed', 'export_failed'] as const),
  ...(['speakers_uncertain', 'speakers_failed'] as const),
];

/**
 * Gives a new job the text of one that ended early or lacks parts, in the transaction that creates it. The parts that
 * failed are transcribed again.
 * @throws not_found if the other one was deleted meanwhile, wrong_state while another version is under way
 */
export async function copyContinuedText(trx: Database, from: string, to: string): Promise<void> {
  const query = trx
    .selectFrom('transcriptions')
    .select(['recordingId', 'warnings', ...FACTS])
    .where('id', '=', from)
    .where('status', 'in', ['completed', 'failed']);
  // Nobody edits it meanwhile.
  const {
    recordingId,
    warnings: before,
    ...facts
  } = await dialectOf(trx)
    .kept(query)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  const other = await trx
    .selectFrom('transcriptions')
    .select('id')
    .where('recordingId', '=', recordingId)
    .where('id', '!=', to)
    .where('status', 'in', ['queued', 'processing'])
    .executeTakeFirst();
  if (other) {
    const message = `Another version of this recording is under way: ${other.id}.`;
    throw new AppError('wrong_state', { message });
  }
  const warnings = replaceWarnings(before, NOT_COPIED);
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
    .set({ done: 0, failed: 0, noSpeechProb: null, model: null })
    .where(({ and }) => and({ transcriptionId: to, failed: 1 }))
    .execute();
  await freeFirstLabel(trx, to);
}

/** What is transcribed now has the first label until labeling: the name of who had it before is not theirs. */
async function freeFirstLabel(trx: Database, id: string): Promise<void> {
  const first = labelOf(0);
  const speakers = await trx
    .selectFrom('speakers')
    .select(['label', 'name'])
    .where('transcriptionId', '=', id)
    .execute();
  if (!speakers.some(({ label, name }) => label === first && name !== null)) return;
  const taken = new Set(speakers.map(({ label }) => label));
  let at = speakers.length;
  while (taken.has(labelOf(at))) at++;
  const other = labelOf(at);
  await trx
    .updateTable('speakers')
    .set({ label: other })
    .where(({ and }) => and({ transcriptionId: id, label: first }))
    .execute();
  await trx
    .updateTable('segments')
    .set({ speaker: other })
    .where(({ and }) => and({ transcriptionId: id, speaker: first }))
    .execute();
}

type Window = Pick<Row<'windows'>, 'idx' | 'startMs' | 'endMs' | 'failed'>;

/**
 * Parts the sentences that people joined over a window which failed, since what is said there comes in between. Runs in
 * a transaction.
 */
async function partAtGaps(trx: Database, id: string): Promise<void> {
  const joined = await trx
    .selectFrom('segments')
    .innerJoin('windows', 'windows.transcriptionId', 'segments.transcriptionId')
    .select('windows.idx')
    .where(({ and }) => and({ 'segments.transcriptionId': id, 'windows.failed': 1 }))
    .whereRef('windows.idx', '>', 'segments.windowIdx')
    .whereRef('windows.startMs', '<', 'segments.endMs')
    .limit(1)
    .executeTakeFirst();
  if (!joined) return;
  const windows = await trx
    .selectFrom('windows')
    .select(['idx', 'startMs', 'endMs', 'failed'])
    .where('transcriptionId', '=', id)
    .orderBy('idx')
    .execute();
  const rows = await readRows(trx, id);
  const parted = rows.flatMap((row) => part(row, windows));
  await storeChanges(trx, id, diffRows(rows, parted));
}

/** Both sides of each gap that the row reaches over. */
function part(row: SegmentRow, windows: readonly Window[]): SegmentRow[] {
  const gap = windows.find(
    ({ idx, startMs, failed }) => failed === 1 && idx > row.windowIdx && startMs < row.endMs,
  );
  if (!gap) return [row];
  const { startMs, endMs, text, language } = row;
  const sentence: Sentence = { startMs, endMs, text, language, words: readWords(row.words) };
  const middleMs = (gap.startMs + gap.endMs) / 2;
  const next = timedWords({ ...sentence, id: 0, speaker: '-', confidence: 1 }).find(
    (word) => word.startMs >= middleMs,
  );
  const parts = next ? splitSentence(sentence, next.offset) : null;
  const window = windows.find(
    ({ idx, endMs, failed }) => failed === 0 && idx > gap.idx && endMs > (next?.startMs ?? 0),
  );
  if (!parts || !window) return [row];
  const [before, after] = parts;
  const begun = { windowIdx: window.idx, continues: 0, paragraph: null };
  const rest = { ...withContent(row, after), ...begun };
  return [withContent(row, before), ...part(rest, windows)];
}

/** Edited, it stays so. */
function withContent(row: SegmentRow, { startMs, endMs, text, words }: Sentence): SegmentRow {
  return {
    ...{ ...row, startMs, endMs, text },
    words: JSON.stringify(words),
    original: row.original === null ? null : JSON.stringify({ text, words }),
  };
}
