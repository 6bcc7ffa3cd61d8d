import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { TimeSpan } from '../../../shared/time.ts';
import { type Segment, Word } from '../../../shared/transcription/transcript.ts';
import type { Database } from '../database.ts';
import { type NamedSpeaker, readOverlaps } from '../speakers/overlaps.ts';
import type { SegmentRow } from '../tables.ts';
import { Flags } from './coverage.repository.ts';

/** A segment with its speaker's number in the transcription. */
export type StoredSegment = Segment & {
  speakerId: number;
  /** All who speak in it, this speaker first; left out where that is the only one. */
  speakerIds?: number[];
  /** Whether a user has changed its text. */
  edited: boolean;
  place: SegmentPlace;
};

/** The position of a segment's row: ids are assigned when the transcript is read. */
type SegmentPlace = { windowIndex: number; index: number };

/** The stored words of a page take a few hundred kilobytes, freed after the page. */
const PAGE = 250;

/** What to read: words are optional, since ten hours have 100,000 of them. */
export type WantedResult = { words: boolean };

type ReadableRow = Omit<
  SegmentRow,
  'transcriptionId' | 'windowIdx' | 'idx' | 'words' | 'continues' | 'original'
> & {
  /** The speaker's name; null if it has only a label. */
  name: string | null;
  words?: string | undefined;
  /** The model that transcribed it, if another than the transcription's; null and left out otherwise. */
  model?: string | null;
};

export function toSegment(row: ReadableRow, id: number): Segment {
  const { startMs, endMs, text, language, confidence } = row;
  return {
    ...{ id, startMs, endMs, text, language, confidence },
    speaker: row.name ?? row.speaker,
    words: row.words === undefined ? [] : readWords(row.words),
    flags: Flags.parse(JSON.parse(row.flags)),
    ...(row.paragraph && { paragraph: row.paragraph }),
    ...(row.model && { model: row.model }),
  };
}

/** The whole transcript in chronological order, with consecutive ids and the speakers' names. */
export async function readSegments(
  db: Database,
  id: string,
  wanted?: WantedResult,
): Promise<StoredSegment[]> {
  const segments: StoredSegment[] = [];
  for await (const page of readPages(db, id, wanted)) segments.push(...page);
  return segments;
}

/** Which windows to read, and the id of their first segment. */
type WindowRange = { after: number; upTo: number; first: number };
const ALL_WINDOWS: WindowRange = { after: -1, upTo: Number.MAX_SAFE_INTEGER, first: 0 };

const OTHER_MODEL = sql<string | null>`(
  SELECT CASE WHEN windows.model <> transcriptions.model THEN windows.model END FROM windows
  JOIN transcriptions ON transcriptions.id = windows.transcription_id
  WHERE windows.transcription_id = segments.transcription_id AND windows.idx = segments.window_idx)`;

/** The same page by page; call it in a transaction if all pages must come from the same revision. */
export async function* readPages(
  db: Database,
  id: string,
  { words }: WantedResult = { words: true },
  range = ALL_WINDOWS,
): AsyncGenerator<StoredSegment[]> {
  const query = selectSegments(db, id, words)
    .where('windowIdx', '<=', range.upTo)
    .orderBy('windowIdx')
    .orderBy('idx')
    .limit(PAGE);
  const speakersIn = await readOverlaps(db, id);
  let last: SegmentPlace = { windowIndex: range.after, index: Number.MAX_SAFE_INTEGER };
  for (let { first } = range; ; first += PAGE) {
    const rows = await query
      .where(sql<boolean>`(window_idx, idx) > (${last.windowIndex}, ${last.index})`)
      .execute();
    const page = rows.map((row, at) => toStored(row, first + at, speakersIn));
    if (page.length > 0) yield page;
    last = page.at(-1)?.place ?? last;
    if (page.length < PAGE) return;
    // Requests get their turn: reading from the database alone does not give it to them.
    await setImmediate();
  }
}

/** Those in which something is said within a span, with their ids in the whole transcript. */
export async function readSegmentsWithin(
  db: Database,
  id: string,
  { startMs, endMs }: TimeSpan,
): Promise<StoredSegment[]> {
  const numbered = db
    .selectFrom('segments')
    .select(['windowIdx as w', 'idx as i', 'startMs as from', 'endMs as to'])
    .select(sql<number>`ROW_NUMBER() OVER (ORDER BY window_idx, idx) - 1`.as('id'))
    .where('transcriptionId', '=', id)
    .as('numbered');
  const rows = await selectSegments(db, id, true)
    .innerJoin(numbered, (join) =>
      join.onRef('numbered.w', '=', 'windowIdx').onRef('numbered.i', '=', 'idx'),
    )
    .select('numbered.id')
    .where('numbered.from', '<', endMs)
    .where('numbered.to', '>=', startMs)
    .orderBy('numbered.id')
    .execute();
  const speakersIn = await readOverlaps(db, id);
  return rows.map((row) => toStored(row, row.id, speakersIn));
}

function selectSegments(db: Database, id: string, words: boolean) {
  return db
    .selectFrom('segments')
    .innerJoin('speakers', (join) =>
      join
        .onRef('speakers.transcriptionId', '=', 'segments.transcriptionId')
        .onRef('speakers.label', '=', 'segments.speaker'),
    )
    .select(OTHER_MODEL.as('model'))
    .select(['windowIdx', 'idx', 'startMs', 'endMs', 'text', 'speaker', 'language'])
    .select([
      'segments.confidence',
      'flags',
      'original',
      'paragraph',
      'speakers.number',
      'speakers.name',
    ])
    .$if(words, (select) => select.select('words'))
    .where('segments.transcriptionId', '=', id);
}

type SelectedRow = ReadableRow &
  Pick<SegmentRow, 'windowIdx' | 'idx' | 'original'> & { number: number };

function toStored(
  row: SelectedRow,
  id: number,
  speakersIn: Awaited<ReturnType<typeof readOverlaps>>,
): StoredSegment {
  return {
    ...toSegment(row, id),
    speakerId: row.number,
    ...named(speakersIn(row, row.speaker)),
    edited: row.original !== null,
    place: { windowIndex: row.windowIdx, index: row.idx },
  };
}

function named(
  speakers: readonly NamedSpeaker[] | null,
): Partial<Pick<StoredSegment, 'speakers' | 'speakerIds'>> {
  if (speakers === null) return {};
  return {
    speakers: speakers.map(({ name }) => name),
    speakerIds: speakers.map(({ number }) => number),
  };
}

const Words = z.array(Word);

/** The words of a segment's row. Checked by hand first: a schema would copy each of the 100,000 words of ten hours. */
export function readWords(json: string): Word[] {
  const words: unknown = JSON.parse(json);
  return Array.isArray(words) && words.every(isWord) ? words : Words.parse(words);
}

function isWord(value: Partial<Record<keyof Word, unknown>> | null): value is Word {
  return (
    typeof value?.text === 'string' &&
    isTime(value.startMs) &&
    isTime(value.endMs) &&
    typeof value.confidence === 'number' &&
    value.confidence >= 0 &&
    value.confidence <= 1
  );
}

function isTime(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
