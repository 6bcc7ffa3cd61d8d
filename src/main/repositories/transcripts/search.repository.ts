import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database.ts';
import { type Owner, seenIn, type View } from '../view.ts';

/** Where a page of results ended: the recording's number and the position in it. */
export type SearchPlace = { seq: number; windowIndex: number; index: number };

const Row = z.object({
  transcription_id: z.string(),
  seq: z.int(),
  title: z.string().nullable(),
  url: z.string(),
  key_id: z.string().nullable(),
  test: z.int(),
  text: z.string(),
  window_idx: z.int(),
  idx: z.int(),
  start_ms: z.int().nullable(),
  segment_id: z.int(),
});

export type SearchRow = Owner & {
  place: SearchPlace;
  transcriptionId: string;
  title: string | null;
  url: string;
  text: string;
  /** Null if the title matches. */
  segment: { id: number; startMs: number } | null;
};

/** The index stores trigrams, so shorter words are searched for in the texts themselves. */
const INDEXED_LENGTH = 3;

/** Full-text search over segments and titles. */
export function createSearchRepository(db: Database) {
  return {
    /** Texts of completed transcriptions that contain all words: newest recording first, in chronological order. */
    async find(
      words: readonly string[],
      page: { limit: number; after: SearchPlace | null; view: View },
    ): Promise<SearchRow[]> {
      // A segment's id is its rank, so it is counted only for the rows that are returned.
      const found = sql`
        SELECT r.transcription_id, t.seq, COALESCE(t.given_title, t.source_title) AS title,
          t.source_url, t.key_id, t.test, search.text, r.window_idx, r.idx
        FROM search
        JOIN search_rows r ON r.id = search.rowid
        JOIN transcriptions t ON t.id = r.transcription_id
        WHERE t.status = 'completed' AND ${seenIn(page.view, 't')} AND ${sql.join(conditions(words), sql` AND `)}
          AND ${isAfter(page.after)}
        ORDER BY t.seq DESC, r.window_idx, r.idx
        LIMIT ${page.limit}`;
      const { rows } = await sql`
        SELECT f.transcription_id, f.seq, f.title, f.source_url AS url, f.key_id, f.test, f.text,
          f.window_idx, f.idx, s.start_ms,
          (SELECT COUNT(*) FROM segments e WHERE e.transcription_id = f.transcription_id
            AND (e.window_idx, e.idx) < (f.window_idx, f.idx)) AS segment_id
        FROM (${found}) f
        LEFT JOIN segments s ON s.transcription_id = f.transcription_id
          AND s.window_idx = f.window_idx AND s.idx = f.idx
        ORDER BY f.seq DESC, f.window_idx, f.idx`.execute(db);
      return z.array(Row).parse(rows).map(toSearchRow);
    },
  };
}

function conditions(words: readonly string[]): RawBuilder<unknown>[] {
  const indexed = words.filter((word) => indexedLength(word) >= INDEXED_LENGTH);
  const short = words.filter((word) => indexedLength(word) < INDEXED_LENGTH);
  const match = indexed.map(quote).join(' ');
  return [
    ...(indexed.length > 0 ? [sql`search MATCH ${match}`] : []),
    ...short.map((word) => sql`search.text LIKE ${`%${escapeLike(word)}%`} ESCAPE '\\'`),
  ];
}

function isAfter(place: SearchPlace | null): RawBuilder<unknown> {
  if (!place) return sql`TRUE`;
  const { seq, windowIndex, index } = place;
  return sql`(t.seq < ${seq} OR (t.seq = ${seq} AND (r.window_idx, r.idx) > (${windowIndex}, ${index})))`;
}

/** The index drops combining accents, so they do not count. */
function indexedLength(word: string): number {
  return [...word.replace(/[\u0300-\u036f]/g, '')].length;
}

/** Within quotes only the quote itself has a meaning (FTS5 strings). */
function quote(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}

function toSearchRow(row: z.infer<typeof Row>): SearchRow {
  return {
    place: { seq: row.seq, windowIndex: row.window_idx, index: row.idx },
    transcriptionId: row.transcription_id,
    title: row.title,
    url: row.url,
    keyId: row.key_id,
    test: row.test === 1,
    text: row.text,
    segment: row.start_ms === null ? null : { id: row.segment_id, startMs: row.start_ms },
  };
}
