import { casefold } from '../../../shared/casefold.ts';
import type {
  FoundRecording,
  FoundRecordings,
  SearchQuery,
  SearchRecordingsQuery,
  SearchResults,
  Snippet,
} from '../../../shared/search.ts';
import { toSeconds } from '../../../shared/time.ts';
import { titleOf } from '../../../shared/transcription/title.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import {
  createSearchRepository,
  type RecordingPlace,
  type SearchPlace,
  type SearchRow,
} from '../../repositories/transcripts/search.repository.ts';
import { hideCredentials, jobFor } from '../hide-secrets.ts';
import { notACursor, pageOf } from '../list-page.ts';
import { isOwner, type Principal, viewOf } from '../principal.ts';
import { toConditions, toSummary } from './transcription-view.ts';

/** More words than anyone types; each costs an index lookup. */
const MAX_WORDS = 16;
/** Of each recording, in a list by recording. */
const PLACES_SHOWN = 3;

export type SearchService = ReturnType<typeof createSearchService>;

export function createSearchService({ db }: Pick<Core, 'db'>) {
  const search = createSearchRepository(db);
  const transcriptions = createTranscriptionRepository(db);
  return {
    /** Every word must occur in the same segment or title, anywhere in it. @throws invalid_request */
    async search(query: SearchQuery, principal: Principal): Promise<SearchResults> {
      const terms = readTerms(query.q);
      const found = await search.find(terms, {
        limit: query.limit + 1,
        after: query.cursor === undefined ? null : readCursor(query.cursor),
        view: viewOf(principal),
        conditions: toConditions(query),
        transcriptionId: query.transcription_id,
      });
      const { rows, ...page } = pageOf(found, query.limit, ({ place }) => writeCursor(place));
      return { data: rows.map((row) => toHit(row, terms, principal)), ...page };
    },

    /** The same by recording. @throws invalid_request */
    async searchRecordings(
      query: SearchRecordingsQuery,
      principal: Principal,
    ): Promise<FoundRecordings> {
      const terms = readTerms(query.q);
      const { recordings, totalRecordings, totalPlaces } = await search.recordings(terms, {
        limit: query.limit + 1,
        after: query.cursor === undefined ? null : readRecordingCursor(query.cursor),
        view: viewOf(principal),
        conditions: toConditions(query),
      });
      const { rows: shown, ...page } = pageOf(recordings, query.limit, ({ place }) =>
        writeRecordingCursor(place),
      );
      const ids = shown.map(({ id }) => id);
      const [jobs, rows] = await Promise.all([
        transcriptions.findAll(ids),
        search.firstPlaces(terms, ids, PLACES_SHOWN),
      ]);
      const data = shown.flatMap(({ id, places }): FoundRecording[] => {
        const job = jobs.get(id);
        if (!job) return [];
        const own = rows.filter((row) => row.transcriptionId === id);
        const title = own.find(({ segment }) => segment === null);
        return [
          {
            transcription: toSummary(jobFor(principal, job)),
            title: title ? makeSnippet(titleOf({ title: title.text, url: '' }), terms) : null,
            places,
            first: own.filter((row) => row !== title).map((row) => toHit(row, terms, principal)),
          },
        ];
      });
      return { data, total_recordings: totalRecordings, total_places: totalPlaces, ...page };
    },
  };
}

/** A phrase in quotes, with white space or an end on both sides, or a word of whatever characters. */
const TERMS = /(?<=^|\s)"(\s*[^"\s][^"]*)"(?=\s|$)|\S+/gu;

/** Apart from phrases a query has no syntax. */
function readTerms(query: string): string[] {
  const text = query.normalize('NFC').replace(/\p{Cc}/gu, ' ');
  const terms = [...text.matchAll(TERMS)].map(([word, phrase]) =>
    (phrase ?? word).trim().replace(/\s+/gu, ' '),
  );
  if (terms.length > 0 && terms.length <= MAX_WORDS) return terms;
  throw new AppError('invalid_request', {
    param: 'q',
    message: `Search for 1 to ${MAX_WORDS} words.`,
  });
}

function toHit(row: SearchRow, words: readonly string[], principal: Principal) {
  return {
    transcription_id: row.transcriptionId,
    title: row.title,
    url: isOwner(principal, row) ? row.url : hideCredentials(row.url),
    segment_id: row.segment?.id ?? null,
    start: toSeconds(row.segment?.startMs ?? 0),
    snippet: makeSnippet(row.text, words),
  };
}

function writeCursor({ seq, windowIndex, index }: SearchPlace): string {
  return Buffer.from(`at:${seq}:${windowIndex}:${index}`).toString('base64url');
}

function readCursor(cursor: string): SearchPlace {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, seq, windowIndex, index] = /^at:(\d{1,15}):(-?\d{1,9}):(\d{1,9})$/.exec(text) ?? [];
  if (seq === undefined || windowIndex === undefined || index === undefined) throw notACursor();
  return { seq: Number(seq), windowIndex: Number(windowIndex), index: Number(index) };
}

function writeRecordingCursor({ inTitle, seq }: RecordingPlace): string {
  return Buffer.from(`in:${inTitle}:${seq}`).toString('base64url');
}

function readRecordingCursor(cursor: string): RecordingPlace {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, inTitle, seq] = /^in:([01]):(\d{1,15})$/.exec(text) ?? [];
  if (inTitle === undefined || seq === undefined) throw notACursor();
  return { inTitle: Number(inTitle), seq: Number(seq) };
}

/** Characters shown on each side of a match. */
const CONTEXT = 80;

/**
 * An excerpt around the words where they stand together, else around the first of them, found as the index does: ignoring
 * case and accents.
 */
export function makeSnippet(text: string, words: readonly string[]): Snippet {
  const letters = [...text];
  const folded = letters.map(casefold);
  const together = findWord(folded, casefold(words.join(' ')));
  const places = (together ? [] : words)
    .map((word) => findWord(folded, casefold(word)))
    .filter((place) => place !== null)
    .toSorted((a, b) => a.from - b.from);
  const { from, to } = together ?? places[0] ?? { from: 0, to: 0 };
  const start = Math.max(0, from - CONTEXT);
  const end = Math.min(letters.length, to + CONTEXT);
  return {
    before: (start > 0 ? '…' : '') + letters.slice(start, from).join(''),
    match: letters.slice(from, to).join(''),
    after: letters.slice(to, end).join('') + (end < letters.length ? '…' : ''),
  };
}

/** Folding may change a character's length, so positions are mapped through the folded characters' offsets. */
function findWord(folded: readonly string[], word: string): { from: number; to: number } | null {
  const at = folded.join('').indexOf(word);
  if (at < 0) return null;
  let offset = 0;
  let from = -1;
  for (const [index, letter] of folded.entries()) {
    if (from < 0 && offset + letter.length > at) from = index;
    offset += letter.length;
    const ends = from >= 0 && offset >= at + word.length;
    // A combining accent folds to nothing and belongs to the preceding letter.
    if (ends && folded[index + 1] !== '') return { from, to: index + 1 };
  }
  return null;
}
