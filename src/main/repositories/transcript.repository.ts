import { sql } from 'kysely';
import { z } from 'zod';
import { type Segment, Word } from '../../shared/transcript.ts';
import type { Database } from './database.ts';
import { type Claim, StaleClaimError } from './job.repository.ts';

/** A stretch of the recording that goes to the engine as one piece. */
export type PlannedWindow = { index: number; startMs: number; endMs: number };

/** What the engine heard in one window, on the recording's own time. */
export type WindowResult = {
  index: number;
  language: string;
  noSpeechProb: number;
  segments: readonly Omit<Segment, 'id'>[];
};

const Words = z.array(Word);
/** SQLite takes at most 32,766 values a statement; a segment has ten. */
const ROWS_A_STATEMENT = 500;

export type TranscriptRepository = ReturnType<typeof createTranscriptRepository>;

/** Windows and segments: the words of a recording, committed window by window. */
export function createTranscriptRepository(db: Database) {
  return {
    /** Stores how the recording is cut, once; a resumed job finds it here. */
    async plan(claim: Claim, windows: readonly PlannedWindow[]): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        await trx.deleteFrom('windows').where('transcription_id', '=', claim.id).execute();
        for (let at = 0; at < windows.length; at += ROWS_A_STATEMENT) {
          const rows = windows.slice(at, at + ROWS_A_STATEMENT).map((window) => ({
            transcription_id: claim.id,
            idx: window.index,
            start_ms: window.startMs,
            end_ms: window.endMs,
            done: 0,
          }));
          await trx.insertInto('windows').values(rows).execute();
        }
      });
    },

    async windows(id: string): Promise<(PlannedWindow & { done: boolean })[]> {
      const rows = await db
        .selectFrom('windows')
        .selectAll()
        .where('transcription_id', '=', id)
        .orderBy('idx')
        .execute();
      return rows.map((row) => ({
        index: row.idx,
        startMs: row.start_ms,
        endMs: row.end_ms,
        done: row.done === 1,
      }));
    },

    /** One window's words become part of the transcript, whole or not at all. */
    async commitWindow(claim: Claim, result: WindowResult): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        await trx
          .updateTable('windows')
          .set({ done: 1, language: result.language, no_speech_prob: result.noSpeechProb })
          .where('transcription_id', '=', claim.id)
          .where('idx', '=', result.index)
          .execute();
        const rows = result.segments.map((segment, idx) => ({
          transcription_id: claim.id,
          window_idx: result.index,
          idx,
          start_ms: segment.startMs,
          end_ms: segment.endMs,
          text: segment.text,
          speaker: segment.speaker,
          language: segment.language,
          confidence: segment.confidence,
          words: JSON.stringify(segment.words),
        }));
        if (rows.length > 0) await trx.insertInto('segments').values(rows).execute();
      });
    },

    segments: (id: string): Promise<Segment[]> => readSegments(db, id),

    async structured(id: string): Promise<string | null> {
      const row = await db
        .selectFrom('structured')
        .select('body')
        .where('transcription_id', '=', id)
        .executeTakeFirst();
      return row?.body ?? null;
    },
  };
}

async function assertClaim(db: Database, claim: Claim): Promise<void> {
  const row = await db
    .selectFrom('transcriptions')
    .select(sql<number>`1`.as('valid'))
    .where('id', '=', claim.id)
    .where('epoch', '=', claim.epoch)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  if (!row) throw new StaleClaimError(claim);
}

/** The whole transcript in order of time, with dense ids. */
export async function readSegments(db: Database, id: string): Promise<Segment[]> {
  const rows = await db
    .selectFrom('segments')
    .selectAll()
    .where('transcription_id', '=', id)
    .orderBy('window_idx')
    .orderBy('idx')
    .execute();
  return rows.map((row, index) => ({
    id: index,
    startMs: row.start_ms,
    endMs: row.end_ms,
    text: row.text,
    speaker: row.speaker,
    language: row.language,
    confidence: row.confidence,
    words: Words.parse(JSON.parse(row.words)),
  }));
}
