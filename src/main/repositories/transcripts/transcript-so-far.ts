import type { Database } from '../database.ts';
import { readPages, type StoredSegment, type WantedResult } from './stored-segments.ts';

/** The contiguous transcript so far, from the start of the recording or from where an earlier read ended. */
export type TranscriptSoFar = {
  /** How many segments precede the first of these. */
  from: number;
  segments: StoredSegment[];
  /** The last window included; -1 before any is transcribed. */
  window: number;
  /** The end of that window in the recording. */
  untilMs: number;
  /** The media type of the recording, once it can be played. */
  mediaType: string | null;
};

/** The last window and the number of segments read before. */
export type ReadBefore = { window: number; segments: number };

/** With several lanes, windows finish out of order: those after a missing one have to wait. */
export async function readTranscriptSoFar(
  db: Database,
  id: string,
  { words, after }: WantedResult & { after: ReadBefore },
): Promise<TranscriptSoFar> {
  const missing = await db
    .selectFrom('windows')
    .select(({ fn }) => fn.min('idx').as('idx'))
    .where(({ and }) => and({ transcriptionId: id, done: 0 }))
    .executeTakeFirst();
  const last = await db
    .selectFrom('windows')
    .select(['idx', 'endMs'])
    .where('transcriptionId', '=', id)
    .where('idx', '<', missing?.idx ?? Number.MAX_SAFE_INTEGER)
    .orderBy('idx', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [window, untilMs] = [last?.idx ?? -1, last?.endMs ?? 0];
  const segments: StoredSegment[] = [];
  if (window > after.window) {
    const range = { after: after.window, first: after.segments, upTo: window };
    for await (const page of readPages(db, id, { words }, range)) segments.push(...page);
  }
  const kept = await db
    .selectFrom('transcriptions')
    .select('mediaType')
    .where('id', '=', id)
    .executeTakeFirst();
  const mediaType = kept?.mediaType ?? null;
  return { mediaType, from: after.segments, segments, window, untilMs };
}
