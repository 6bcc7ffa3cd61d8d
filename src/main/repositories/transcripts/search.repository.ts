import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database.ts';
import { meets, type RecordingConditions } from '../jobs/transcription-list.ts';
import { type Owner, seenIn, type View } from '../row-visibility.ts';
import { dialectOf } from '../sql-dialect.ts';

/** Where a page of results ended: the recording's number and the position in it. */
export type SearchPlace = { seq: number; windowIndex: number; index: number };

const Row = z.object({
  transcriptionId: z.string(),
  seq: z.int(),
  title: z.string().nullable(),
  url: z.string(),
  keyId: z.string().nullable(),
  test: z.int(),
  text: z.string(),
  windowIdx: z.int(),
  idx: z.int(),
  startMs: z.int().nullable(),
  segmentId: z.int(),
});

export type SearchRow = Owner &
  Pick<z.infer<typeof Row>, 'transcriptionId' | 'title' | 'url' | 'text'> & {
    place: SearchPlace;
    /** Null if the title matches. */
    segment: { id: number; startMs: number } | null;
  };

/** Full-text search over segments and titles. */
export function createSearchRepository(db: Database) {
  const dialect = dialectOf(db);
  const { matches, joinInOrder } = dialect;
  const isSeen = ({ view, conditions }: SearchScope) =>
    sql`(t.trashed_at IS NULL AND ${seenIn(view, 't')} AND ${meets(conditions, 't', dialect)})`;
  return {
    /** Texts of transcriptions that are over, and titles, that contain all terms: newest recording first, in order. */
    async find(
      terms: readonly string[],
      page: SearchScope & {
        limit: number;
        after: SearchPlace | null;
        transcriptionId?: string | undefined;
      },
    ): Promise<SearchRow[]> {
      const only =
        page.transcriptionId === undefined
          ? sql`TRUE`
          : sql`t.id = ${page.transcriptionId} AND ${IS_OF_T}`;
      // A segment's id is its rank, so it is counted only for the rows that are returned.
      const found = sql`
        SELECT search.rowid AS hit, r.transcription_id, r.window_idx, r.idx
        FROM ${SOURCES}
        WHERE ${IS_READABLE} AND ${isSeen(page)} AND ${only} AND ${matches(terms)} AND ${isAfter(page.after)}
        ORDER BY t.seq DESC, r.window_idx, r.idx
        LIMIT ${page.limit}`;
      return readRows(db, found);
    },

    /**
     * A page of the recordings that contain the terms, those with the terms in the title first, and the totals. Of the
     * versions that contain them, it has the one that represents the recording in lists.
     */
    async recordings(
      terms: readonly string[],
      page: SearchScope & { limit: number; after: RecordingPlace | null },
    ): Promise<FoundPage> {
      const after = page.after
        ? sql`(in_title, seq) < (${page.after.inTitle}, ${page.after.seq})`
        : sql`TRUE`;
      const { rows } = await sql`
        WITH hits AS MATERIALIZED (
          SELECT search.rowid >> ${BITS} AS seq, MAX(${IS_TITLE}) AS in_title,
            SUM(1 - ${IS_TITLE}) AS places
          FROM search WHERE ${matches(terms)} GROUP BY 1),
        versions AS (
          SELECT t.id, t.seq, in_title, CASE WHEN ${HAS_TEXT} THEN places ELSE 0 END AS places,
            ROW_NUMBER() OVER (
              PARTITION BY t.recording_id ORDER BY t.status = 'failed', t.seq DESC) AS nth
          FROM hits ${joinInOrder} transcriptions t ON t.seq = hits.seq
          WHERE (${HAS_TEXT} OR in_title = 1) AND ${isSeen(page)}),
        found AS MATERIALIZED (SELECT id, seq, in_title, places FROM versions WHERE nth = 1)
        SELECT id, seq, in_title, places, (SELECT COUNT(*) FROM found) AS recordings,
          (SELECT SUM(places) FROM found) AS all_places
        FROM found WHERE ${after} ORDER BY in_title DESC, seq DESC LIMIT ${page.limit}`.execute(db);
      const found = z.array(FoundRow).parse(rows);
      return {
        recordings: found.map(({ id, seq, inTitle, places }) => {
          return { id, places, place: { inTitle, seq } };
        }),
        totalRecordings: found[0]?.recordings ?? 0,
        totalPlaces: found[0]?.allPlaces ?? 0,
      };
    },

    /** The titles of these recordings that contain the terms, and their first `count` segments that do. */
    async firstPlaces(
      terms: readonly string[],
      ids: readonly string[],
      count: number,
    ): Promise<SearchRow[]> {
      if (ids.length === 0) return [];
      const found = sql`
        SELECT hit, transcription_id, window_idx, idx FROM (
          SELECT search.rowid AS hit, r.transcription_id, r.window_idx, r.idx, ROW_NUMBER() OVER (
            PARTITION BY r.transcription_id, r.window_idx < 0 ORDER BY r.window_idx, r.idx) AS nth
          FROM transcriptions t ${joinInOrder} search ON ${IS_OF_T} JOIN search_rows r ON r.id = search.rowid
          WHERE t.id IN (${sql.join([...ids])}) AND ${IS_READABLE} AND ${matches(terms)}) ranked
        WHERE nth <= ${count}`;
      return readRows(db, found);
    },
  };
}

type SearchScope = { view: View; conditions: RecordingConditions };

export type RecordingPlace = { inTitle: number; seq: number };

type FoundPage = {
  recordings: { id: string; places: number; place: RecordingPlace }[];
  /** Over all pages, counted on each; 0 on a page after the last. */
  totalRecordings: number;
  totalPlaces: number;
};

const FoundRow = z.object({
  id: z.string(),
  seq: z.int(),
  inTitle: z.int(),
  places: z.int(),
  recordings: z.int(),
  allPlaces: z.int(),
});

const SOURCES = sql`search
  JOIN search_rows r ON r.id = search.rowid
  JOIN transcriptions t ON t.id = r.transcription_id`;

/** Titles are found in any state, texts once the transcription is finished, or has ended early with text. */
const IS_READABLE = sql`(t.status = 'completed' OR r.window_idx < 0
  OR EXISTS (SELECT 1 FROM windows w WHERE w.transcription_id = t.id AND w.idx = r.window_idx
    AND w.end_ms <= t.text_until_ms))`;
const HAS_TEXT = sql`(t.status = 'completed' OR t.text_until_ms IS NOT NULL)`;

/** Behind a recording's number in the number of a row of the index; see the schema. */
const BITS = sql.raw('24');
const IS_TITLE = sql`(CASE search.rowid & ((1 << ${BITS}) - 1) WHEN 0 THEN 1 ELSE 0 END)`;
const IS_OF_T = sql`search.rowid >= t.seq << ${BITS} AND search.rowid < (t.seq + 1) << ${BITS}`;

async function readRows(db: Database, found: RawBuilder<unknown>): Promise<SearchRow[]> {
  const { rows } = await sql`
    SELECT f.transcription_id, t.seq, COALESCE(t.given_title, t.source_title) AS title,
      t.source_url AS url, t.key_id, t.test, search.text, f.window_idx, f.idx, s.start_ms,
      (SELECT COUNT(*) FROM segments e WHERE e.transcription_id = f.transcription_id
        AND (e.window_idx, e.idx) < (f.window_idx, f.idx)) AS segment_id
    FROM (${found}) f
    JOIN search ON search.rowid = f.hit
    JOIN transcriptions t ON t.id = f.transcription_id
    LEFT JOIN segments s ON s.transcription_id = f.transcription_id
      AND s.window_idx = f.window_idx AND s.idx = f.idx
    ORDER BY t.seq DESC, f.window_idx, f.idx`.execute(db);
  return z.array(Row).parse(rows).map(toSearchRow);
}

/** To overwrite what the index holds of a thousand characters takes SQLite up to thirty milliseconds. */
const LEAVES_AT_ONCE = 1_000;
const ROWS_A_READ = 50;

/**
 * Takes the text of a recording out of the index, a little at a time: in one piece with the recording itself, all requests
 * would wait for half a minute where it has a million characters.
 */
export async function leaveIndex(db: Database, id: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: number; characters: number }>`
      SELECT r.id, length(s.text) AS characters FROM search_rows r
      JOIN segments s ON s.transcription_id = r.transcription_id AND s.window_idx = r.window_idx AND s.idx = r.idx
      WHERE r.transcription_id = ${id} ORDER BY r.window_idx, r.idx LIMIT ${ROWS_A_READ}`.execute(
      db,
    );
    if (rows.length === 0) return;
    let characters = 0;
    const leaving = rows.filter((row, at) => {
      characters += row.characters;
      return at === 0 || characters <= LEAVES_AT_ONCE;
    });
    const ids = sql.join(leaving.map((row) => row.id));
    await db.transaction().execute(async (trx) => {
      await sql`DELETE FROM search WHERE rowid IN (${ids})`.execute(trx);
      await sql`DELETE FROM search_rows WHERE id IN (${ids})`.execute(trx);
    });
    // Requests get their turn: writing to the database alone does not give it to them.
    await setImmediate();
  }
}

function isAfter(place: SearchPlace | null): RawBuilder<unknown> {
  if (!place) return sql`TRUE`;
  const { seq, windowIndex, index } = place;
  return sql`(t.seq < ${seq} OR (t.seq = ${seq} AND (r.window_idx, r.idx) > (${windowIndex}, ${index})))`;
}

function toSearchRow({ seq, windowIdx, idx, segmentId, startMs, ...row }: z.infer<typeof Row>) {
  return {
    ...row,
    test: row.test === 1,
    place: { seq, windowIndex: windowIdx, index: idx },
    segment: startMs === null ? null : { id: segmentId, startMs },
  };
}
