import type { Selectable } from 'kysely';
import { timedWords } from '../../../shared/subtitles/timed-words.ts';
import { type Sentence, splitSentence } from '../../../shared/transcription/split.ts';
import type { Database } from '../database.ts';
import type { SegmentRow, Tables } from '../tables.ts';
import { diffRows, readRows, storeChanges } from './row-changes.ts';
import { readWords } from './stored-segments.ts';

type Window = Pick<Selectable<Tables['windows']>, 'idx' | 'start_ms' | 'end_ms' | 'failed'>;

/**
 * Parts the sentences that people joined over a window which failed, since what is said there comes in between. Runs in
 * a transaction.
 */
export async function partAtGaps(trx: Database, id: string): Promise<void> {
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
