import { sql } from 'kysely';
import type { Segment } from '../../../shared/transcription/transcript.ts';
import type { Database } from '../database.ts';
import type { SegmentTable } from '../tables.ts';
import { Flags } from './coverage.repository.ts';
import { readWords } from './stored-result.ts';

/** A segment with the number of its speaker among those of the transcription. */
export type StoredSegment = Segment & {
  speakerId: number;
  /** Whether a person has changed its text. */
  edited: boolean;
  place: SegmentPlace;
};

/** Where a segment's row lies: ids are counted when the transcript is read. */
export type SegmentPlace = { windowIndex: number; index: number };

/** Their words as they are stored take a few hundred kilobytes, which are free again after the page. */
const PAGE = 250;

/** What need not be read: the words of ten hours are 100,000. */
export type WantedResult = { words: boolean };

type ReadableRow = Omit<
  SegmentTable,
  'transcription_id' | 'window_idx' | 'idx' | 'words' | 'continues' | 'original'
> & {
  /** Of the speaker; null where it has only a label. */
  name: string | null;
  words?: string | undefined;
};

/** A row as what it stands for. */
export function toSegment(row: ReadableRow, id: number): Segment {
  return {
    id,
    startMs: row.start_ms,
    endMs: row.end_ms,
    text: row.text,
    speaker: row.name ?? row.speaker,
    language: row.language,
    confidence: row.confidence,
    words: row.words === undefined ? [] : readWords(row.words),
    flags: Flags.parse(JSON.parse(row.flags)),
  };
}

/** The whole transcript in order of time, with dense ids and the speakers' names. */
export async function readSegments(
  db: Database,
  id: string,
  wanted?: WantedResult,
): Promise<StoredSegment[]> {
  const segments: StoredSegment[] = [];
  for await (const page of readPages(db, id, wanted)) segments.push(...page);
  return segments;
}

/** Which windows are read, and which id the first of their segments has. */
type WindowRange = { after: number; upTo: number; first: number };
const ALL_WINDOWS: WindowRange = { after: -1, upTo: Number.MAX_SAFE_INTEGER, first: 0 };

/** The same a page at a time; in a transaction, where all pages must be of the same text. */
export async function* readPages(
  db: Database,
  id: string,
  { words }: WantedResult = { words: true },
  range = ALL_WINDOWS,
): AsyncGenerator<StoredSegment[]> {
  const query = db
    .selectFrom('segments')
    .innerJoin('speakers', (join) =>
      join
        .onRef('speakers.transcription_id', '=', 'segments.transcription_id')
        .onRef('speakers.label', '=', 'segments.speaker'),
    )
    .select(['window_idx', 'idx', 'start_ms', 'end_ms', 'text', 'speaker', 'language'])
    .select(['segments.confidence', 'flags', 'original', 'speakers.number', 'speakers.name'])
    .$if(words, (select) => select.select('words'))
    .where('segments.transcription_id', '=', id)
    .where('window_idx', '<=', range.upTo)
    .orderBy('window_idx')
    .orderBy('idx')
    .limit(PAGE);
  let last: SegmentPlace = { windowIndex: range.after, index: Number.MAX_SAFE_INTEGER };
  for (let { first } = range; ; first += PAGE) {
    const rows = await query
      .where(sql<boolean>`(window_idx, idx) > (${last.windowIndex}, ${last.index})`)
      .execute();
    const page = rows.map((row, at) => ({
      ...toSegment(row, first + at),
      speakerId: row.number,
      edited: row.original !== null,
      place: { windowIndex: row.window_idx, index: row.idx },
    }));
    if (page.length > 0) yield page;
    last = page.at(-1)?.place ?? last;
    if (page.length < PAGE) return;
  }
}
