import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../../shared/error-catalogue.ts';
import type { TimeSpan } from '../../../shared/time.ts';
import { SegmentFlag } from '../../../shared/transcription/transcript.ts';
import { SuppressionReason } from '../../../shared/transcription/transcription.ts';
import type { Database } from '../database.ts';

export type SuppressedRow = TimeSpan & { text: string; reason: SuppressionReason };

/** A window that nobody could transcribe, and why. */
export type FailedRow = TimeSpan & { error: ErrorCode };

/** How the recording was divided: spans of speech, of removed text, and of failed windows. */
export type StoredCoverage = {
  speech: readonly TimeSpan[];
  suppressed: readonly SuppressedRow[];
  failed: readonly FailedRow[];
};

/** SQLite takes at most 32,766 values per statement. */
const ROWS_A_STATEMENT = 5000;
/** Possible doubts about a segment, as its row stores them. */
export const Flags = z.array(SegmentFlag);

/** In chronological order; of the whole recording, or what is at least partly within a span. */
export async function readSpeech(
  db: Database,
  id: string,
  { startMs, endMs }: TimeSpan = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER },
): Promise<TimeSpan[]> {
  const rows = await db
    .selectFrom('speech')
    .select(['start_ms', 'end_ms'])
    .where('transcription_id', '=', id)
    .where('end_ms', '>', startMs)
    .where('start_ms', '<', endMs)
    .orderBy('start_ms')
    .execute();
  return rows.map(toTimeSpan);
}

/** How the recording was divided, each kind in chronological order. */
export async function readCoverage(db: Database, id: string): Promise<StoredCoverage> {
  const suppressed = await db
    .selectFrom('suppressed')
    .select(['start_ms', 'end_ms', 'text', 'reason'])
    .where('transcription_id', '=', id)
    .orderBy('window_idx')
    .orderBy('idx')
    .execute();
  return {
    speech: await readSpeech(db, id),
    suppressed: suppressed.map((row) => ({
      ...toTimeSpan(row),
      text: row.text,
      reason: SuppressionReason.parse(row.reason),
    })),
    failed: (await readFailed(db, [id])).get(id) ?? [],
  };
}

/** The windows that failed, by transcription; none where it lacks nothing. */
export async function readFailed(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, FailedRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('windows')
    .select(['transcription_id', 'start_ms', 'end_ms', 'error'])
    .where('transcription_id', 'in', [...ids])
    .where('failed', '=', 1)
    .orderBy('idx')
    .execute();
  const byId = Map.groupBy(rows, (row) => row.transcription_id);
  const toFailed = (row: (typeof rows)[number]): FailedRow => ({
    ...toTimeSpan(row),
    error: toCode(row.error),
  });
  return new Map([...byId].map(([id, all]) => [id, all.map(toFailed)]));
}

/** What failed before its error was stored could not be made sense of. */
const toCode = (error: string | null): ErrorCode =>
  ERROR_CODES.find((code) => code === error) ?? 'window_failed';

/** Runs within the transaction that stores the plan. */
export async function writeSpeech(
  db: Database,
  id: string,
  speech: readonly TimeSpan[],
): Promise<void> {
  await db.deleteFrom('speech').where('transcription_id', '=', id).execute();
  for (let at = 0; at < speech.length; at += ROWS_A_STATEMENT) {
    const rows = speech.slice(at, at + ROWS_A_STATEMENT).map(({ startMs, endMs }) => ({
      transcription_id: id,
      start_ms: startMs,
      end_ms: endMs,
    }));
    await db.insertInto('speech').values(rows).execute();
  }
}

function toTimeSpan(row: { start_ms: number; end_ms: number }): TimeSpan {
  return { startMs: row.start_ms, endMs: row.end_ms };
}
