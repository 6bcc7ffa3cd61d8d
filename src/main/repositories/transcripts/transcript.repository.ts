import type { TimeSpan } from '../../../shared/time.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Database } from '../database.ts';
import { assertClaim, type Claim } from '../jobs/job.repository.ts';
import { type Job, toJob } from '../jobs/job.ts';
import { batches, dialectOf } from '../sql-dialect.ts';
import {
  type FailedRow,
  readCoverage,
  readFailed,
  readSpeech,
  type StoredCoverage,
  writeSpeech,
} from './coverage.repository.ts';
import { type LongResult, readLongResult, readResult, type StoredResult } from './stored-result.ts';
import { readSegments, type StoredSegment, type WantedResult } from './stored-segments.ts';
import { type ReadBefore, readTranscriptSoFar, type TranscriptSoFar } from './transcript-so-far.ts';
import { noteHeadway, type WindowResult, writeWindow } from './write-window.ts';

/** A span of the recording that is sent to the engine as one request. */
export type PlannedWindow = { index: number; startMs: number; endMs: number };

export type TranscriptRepository = ReturnType<typeof createTranscriptRepository>;

/** Windows and segments: the words of a recording, committed window by window. */
export function createTranscriptRepository(db: Database) {
  return {
    /**
     * Stores how the recording is cut, for a resumed job. The first `transcribed` windows were planned before and keep
     * their text; all others lose theirs.
     */
    async plan(
      claim: Claim,
      {
        windows,
        speech,
        transcribed = 0,
      }: { windows: readonly PlannedWindow[]; speech: readonly TimeSpan[]; transcribed?: number },
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        await writeSpeech(trx, claim.id, speech);
        failpoint('windows.storing');
        await forgetFrom(trx, claim.id, transcribed);
        await trx
          .deleteFrom('windows')
          .where('transcriptionId', '=', claim.id)
          .where('idx', '>=', transcribed)
          .execute();
        for (const left of batches(windows.slice(transcribed))) {
          const rows = left.map(({ index: idx, startMs, endMs }) => {
            return { transcriptionId: claim.id, idx, startMs, endMs, done: 0 };
          });
          await trx.insertInto('windows').values(rows).execute();
        }
      });
    },

    /** Deletes the text of all windows, so that they are transcribed again. */
    async forgetTranscribed(claim: Claim): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        await forgetFrom(trx, claim.id, 0);
        await trx
          .updateTable('windows')
          .set({ done: 0, failed: 0, error: null, language: null, noSpeechProb: null, model: null })
          .where('transcriptionId', '=', claim.id)
          .execute();
      });
    },

    async windows(id: string): Promise<(PlannedWindow & { done: boolean })[]> {
      const rows = await db
        .selectFrom('windows')
        .select(['idx as index', 'startMs', 'endMs', 'done'])
        .where('transcriptionId', '=', id)
        .orderBy('idx')
        .execute();
      return rows.map((row) => ({ ...row, done: row.done === 1 }));
    },

    /** Stores the languages of windows that are not transcribed yet, by window index. */
    async nameLanguages(claim: Claim, languages: ReadonlyMap<number, string>): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        for (const [index, language] of languages) {
          await trx
            .updateTable('windows')
            .set({ language })
            .where(({ and }) => and({ transcriptionId: claim.id, idx: index }))
            .execute();
        }
      });
    },

    /** The languages of windows that have one of their own, by window index. */
    async languages(id: string): Promise<Map<number, string>> {
      const rows = await db
        .selectFrom('windows')
        .select(['idx', 'language'])
        .where('transcriptionId', '=', id)
        .execute();
      return new Map(rows.flatMap(({ idx, language }) => (language ? [[idx, language]] : [])));
    },

    /** Adds one window's words to the transcript, atomically. */
    async commitWindow(claim: Claim, result: WindowResult): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        await noteHeadway(trx, claim.id);
        await writeWindow(trx, claim.id, result);
      });
    },

    speech: (id: string, within?: TimeSpan): Promise<TimeSpan[]> => readSpeech(db, id, within),

    failed: (ids: readonly string[]): Promise<Map<string, FailedRow[]>> => readFailed(db, ids),

    coverage: (id: string): Promise<StoredCoverage> => readCoverage(db, id),

    segments: (id: string): Promise<StoredSegment[]> =>
      dialectOf(db).together(db, (trx) => readSegments(trx, id)),

    /** The contiguous transcript, from the start or after an earlier read. */
    transcriptSoFar: (
      id: string,
      {
        words = true,
        after = { window: -1, segments: 0 },
      }: Partial<WantedResult & { after: ReadBefore }> = {},
    ): Promise<TranscriptSoFar> =>
      dialectOf(db).together(db, (trx) => readTranscriptSoFar(trx, id, { words, after })),

    /** The whole result as of one moment. */
    result: (id: string, wanted?: WantedResult): Promise<StoredResult> =>
      dialectOf(db).together(db, (trx) => readResult(trx, id, wanted)),

    /** The same page by page: the transcript cannot change until `use` has finished. */
    readLong: <Made>(
      id: string,
      use: (job: Job, result: LongResult) => Promise<Made>,
    ): Promise<Made | null> =>
      dialectOf(db).together(db, async (trx) => {
        const row = await trx
          .selectFrom('transcriptions')
          .selectAll()
          .where(({ and }) => and({ id, status: 'completed' }))
          .executeTakeFirst();
        return row ? use(toJob(row), await readLongResult(trx, id)) : null;
      }),
  };
}

/** Runs in a transaction: deletes the text of this window and all later ones; without any, its edited subtitles too. */
async function forgetFrom(trx: Database, id: string, window: number): Promise<void> {
  if (window === 0) {
    await trx.deleteFrom('cueEdits').where('transcriptionId', '=', id).execute();
  }
  for (const table of ['segments', 'suppressed'] as const) {
    await trx
      .deleteFrom(table)
      .where('transcriptionId', '=', id)
      .where('windowIdx', '>=', window)
      .execute();
  }
}
