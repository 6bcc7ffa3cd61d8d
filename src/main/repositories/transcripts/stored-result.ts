import type { Database } from '../database.ts';
import {
  readDiarization,
  readSpeakers,
  type StoredDiarization,
  type StoredSpeaker,
} from '../speakers/speaker.repository.ts';
import { readCoverage, type StoredCoverage } from './coverage.repository.ts';
import {
  readPages,
  readSegments,
  type StoredSegment,
  type WantedResult,
} from './stored-segments.ts';
import { isStructuring } from './structuring.repository.ts';

/** Everything a completed transcription's result contains. */
export type StoredResult = {
  segments: readonly StoredSegment[];
  speakers: readonly StoredSpeaker[];
  diarization: StoredDiarization | null;
  coverage: StoredCoverage;
  structured: string | null;
  /** Whether the structured text is being recomputed. */
  structuring: boolean;
};

/** A result whose segments have no words, and the segments with words page by page. */
export type LongResult = { result: StoredResult; pages: AsyncIterable<readonly StoredSegment[]> };

/** A completed transcription's result. Call it in a transaction, so that all parts are from the same moment. */
export async function readResult(
  trx: Database,
  id: string,
  wanted?: WantedResult,
): Promise<StoredResult> {
  const structured = await trx
    .selectFrom('structured')
    .select('body')
    .where('transcriptionId', '=', id)
    .executeTakeFirst();
  return {
    segments: await readSegments(trx, id, wanted),
    speakers: await readSpeakers(trx, id),
    diarization: await readDiarization(trx, id),
    coverage: await readCoverage(trx, id),
    structured: structured?.body ?? null,
    structuring: await isStructuring(trx, id),
  };
}

/** The pages can be read only during the transaction. */
export async function readLongResult(trx: Database, id: string): Promise<LongResult> {
  return { result: await readResult(trx, id, { words: false }), pages: readPages(trx, id) };
}
