import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../../shared/error-catalogue.ts';
import type { TimeSpan } from '../../../shared/time.ts';
import { SegmentFlag } from '../../../shared/transcription/transcript.ts';
import { SuppressionReason } from '../../../shared/transcription/transcription.ts';
import type { Database } from '../database.ts';
import { batches } from '../sql-dialect.ts';

export type SuppressedRow = TimeSpan & { text: string; reason: SuppressionReason };

/** A window that nobody could transcribe, and why. */
export type FailedRow = TimeSpan & { error: ErrorCode };

/** How the recording was divided: spans of speech, of removed text, and of failed windows. */
export type StoredCoverage = {
  speech: readonly TimeSpan[];
  suppressed: readonly SuppressedRow[];
  failed: readonly FailedRow[];
};

/** Possible doubts about a segment, as its row stores them. */
export const Flags = z.array(SegmentFlag);

/** In chronological order; of the whole recording, or what is at least partly within a span. */
export function readSpeech(
  db: Database,
  id: string,
  { startMs, endMs }: TimeSpan = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER },
): Promise<TimeSpan[]> {
  return db
    .selectFrom('speech')
    .select(['startMs', 'endMs'])
    .where('transcriptionId', '=', id)
    .where('endMs', '>', startMs)
    .where('startMs', '<', endMs)
    .orderBy('startMs')
    .execute();
}

/** How the recording was divided, each kind in chronological order. */
export async function readCoverage(db: Database, id: string): Promise<StoredCoverage> {
  const suppressed = await db
    .selectFrom('suppressed')
    .select(['startMs', 'endMs', 'text', 'reason'])
    .where('transcriptionId', '=', id)
    .orderBy('windowIdx')
    .orderBy('idx')
    .execute();
  return {
    speech: await readSpeech(db, id),
    suppressed: suppressed.map((row) => ({ ...row, reason: SuppressionReason.parse(row.reason) })),
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
    .select(['transcriptionId', 'startMs', 'endMs', 'error'])
    .where('transcriptionId', 'in', [...ids])
    .where('failed', '=', 1)
    .orderBy('idx')
    .execute();
  const byId = Map.groupBy(rows, (row) => row.transcriptionId);
  const toFailed = ({ startMs, endMs, error }: (typeof rows)[number]): FailedRow => {
    return { startMs, endMs, error: toCode(error) };
  };
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
  await db.deleteFrom('speech').where('transcriptionId', '=', id).execute();
  for (const some of batches(speech)) {
    const rows = some.map(({ startMs, endMs }) => ({ transcriptionId: id, startMs, endMs }));
    await db.insertInto('speech').values(rows).execute();
  }
}
