import type { Segment } from '../../shared/transcript.ts';
import { assertClaim } from './claims.ts';
import {
  Flags,
  readCoverage,
  readSpeech,
  type StoredCoverage,
  type Stretch,
  type SuppressedRow,
  writeSpeech,
} from './coverage.repository.ts';
import type { Database } from './database.ts';
import type { Claim } from './job.repository.ts';
import {
  readDiarization,
  readSpeakers,
  type StoredDiarization,
  type StoredSpeaker,
} from './speaker.repository.ts';
import { readWords } from './stored-words.ts';
import { isStructuring } from './structuring.repository.ts';

/** A stretch of the recording that goes to the engine as one piece. */
export type PlannedWindow = { index: number; startMs: number; endMs: number };

/** What the engine heard in one window, on the recording's own time. */
export type WindowResult = {
  index: number;
  language: string;
  noSpeechProb: number;
  segments: readonly Omit<Segment, 'id'>[];
  suppressed: readonly SuppressedRow[];
  /** Whether the engine could make nothing of it. */
  failed: boolean;
};

/** A segment with the number of its speaker among those of the transcription. */
export type StoredSegment = Segment & {
  speakerId: number;
  /** Whether a person has changed its text. */
  edited: boolean;
  place: SegmentPlace;
};

/** Where a segment's row lies: ids are counted when the transcript is read. */
export type SegmentPlace = { windowIndex: number; index: number };

/** What need not be read: the words of ten hours are 100,000. */
export type WantedResult = { words: boolean };

/** All that a completed transcription's result is made of. */
export type StoredResult = {
  segments: readonly StoredSegment[];
  speakers: readonly StoredSpeaker[];
  diarization: StoredDiarization | null;
  coverage: StoredCoverage;
  structured: string | null;
  /** Whether the structured text is being made anew. */
  structuring: boolean;
};

/** SQLite takes at most 32,766 values a statement; a segment has ten. */
const ROWS_A_STATEMENT = 500;

export type TranscriptRepository = ReturnType<typeof createTranscriptRepository>;

/** Windows and segments: the words of a recording, committed window by window. */
export function createTranscriptRepository(db: Database) {
  return {
    /** Stores how the recording is cut, once; a resumed job finds it here. */
    async plan(
      claim: Claim,
      { windows, speech }: { windows: readonly PlannedWindow[]; speech: readonly Stretch[] },
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        await writeSpeech(trx, claim.id, speech);
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

    /** Stores the languages of windows that are not heard yet, by their index. */
    async nameLanguages(claim: Claim, languages: ReadonlyMap<number, string>): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        for (const [index, language] of languages) {
          await trx
            .updateTable('windows')
            .set({ language })
            .where('transcription_id', '=', claim.id)
            .where('idx', '=', index)
            .execute();
        }
      });
    },

    /** The languages of windows that have one of their own, by their index. */
    async languages(id: string): Promise<Map<number, string>> {
      const rows = await db
        .selectFrom('windows')
        .select(['idx', 'language'])
        .where('transcription_id', '=', id)
        .execute();
      return new Map(rows.flatMap(({ idx, language }) => (language ? [[idx, language]] : [])));
    },

    /** One window's words become part of the transcript, whole or not at all. */
    async commitWindow(claim: Claim, result: WindowResult): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await assertClaim(trx, claim);
        await trx
          .updateTable('transcriptions')
          .set({ crashes: 0 })
          .where('id', '=', claim.id)
          .where('crashes', '>', 0)
          .execute();
        await trx
          .updateTable('windows')
          .set({
            ...{ done: 1, language: result.language, no_speech_prob: result.noSpeechProb },
            failed: result.failed ? 1 : 0,
          })
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
          flags: JSON.stringify(segment.flags ?? []),
        }));
        if (rows.length > 0) await trx.insertInto('segments').values(rows).execute();
        const taken = result.suppressed.map(({ startMs, endMs, text, reason }, idx) => ({
          ...{ transcription_id: claim.id, window_idx: result.index, idx, text, reason },
          ...{ start_ms: startMs, end_ms: endMs },
        }));
        if (taken.length > 0) await trx.insertInto('suppressed').values(taken).execute();
      });
    },

    /** Where somebody speaks, in order. */
    speech: (id: string): Promise<Stretch[]> => readSpeech(db, id),

    coverage: (id: string): Promise<StoredCoverage> => readCoverage(db, id),

    segments: (id: string): Promise<StoredSegment[]> => readSegments(db, id),

    result: (id: string, wanted?: WantedResult): Promise<StoredResult> =>
      readResult(db, id, wanted),
  };
}

/** What a completed transcription shows; also from inside the transaction that completes it. */
export async function readResult(
  db: Database,
  id: string,
  wanted?: WantedResult,
): Promise<StoredResult> {
  const structured = await db
    .selectFrom('structured')
    .select('body')
    .where('transcription_id', '=', id)
    .executeTakeFirst();
  return {
    segments: await readSegments(db, id, wanted),
    speakers: await readSpeakers(db, id),
    diarization: await readDiarization(db, id),
    coverage: await readCoverage(db, id),
    structured: structured?.body ?? null,
    structuring: await isStructuring(db, id),
  };
}

/** The whole transcript in order of time, with dense ids and the speakers' names. */
export async function readSegments(
  db: Database,
  id: string,
  { words }: WantedResult = { words: true },
): Promise<StoredSegment[]> {
  const rows = await db
    .selectFrom('segments')
    .innerJoin('speakers', (join) =>
      join
        .onRef('speakers.transcription_id', '=', 'segments.transcription_id')
        .onRef('speakers.label', '=', 'segments.speaker'),
    )
    .select(['window_idx', 'idx', 'start_ms', 'end_ms', 'text', 'speaker', 'language'])
    .select(['segments.confidence', 'flags', 'original', 'speakers.number', 'speakers.name'])
    .$if(words, (query) => query.select('words'))
    .where('segments.transcription_id', '=', id)
    .orderBy('window_idx')
    .orderBy('idx')
    .execute();
  return rows.map((row, index) => ({
    id: index,
    startMs: row.start_ms,
    endMs: row.end_ms,
    text: row.text,
    speaker: row.name ?? row.speaker,
    speakerId: row.number,
    edited: row.original !== null,
    place: { windowIndex: row.window_idx, index: row.idx },
    language: row.language,
    confidence: row.confidence,
    words: row.words === undefined ? [] : readWords(row.words),
    flags: Flags.parse(JSON.parse(row.flags)),
  }));
}
