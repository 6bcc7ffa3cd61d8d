import type { Segment } from '../../../shared/transcription/transcript.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Database } from '../database.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { SuppressedRow } from './coverage.repository.ts';

/** What was transcribed in one window; times are within the recording. */
export type WindowResult = {
  index: number;
  language: string;
  noSpeechProb: number;
  segments: readonly Omit<Segment, 'id'>[];
  suppressed: readonly SuppressedRow[];
  /** Why nobody could transcribe it: the code of an error. */
  error: string | null;
  /** The name of the model that transcribed it; null for a text that came with the recording. */
  model: string | null;
  /** The other machine that transcribed it; null for the service's own. */
  machine: string | null;
  /** Whether the graphics card failed and the processor transcribed it instead. */
  rescued: boolean;
};

/** A stored window shows that a job makes progress: its crashes so far count no more. */
export async function noteHeadway(db: Database, id: string): Promise<void> {
  await db
    .updateTable('transcriptions')
    .set({ crashes: 0 })
    .where('id', '=', id)
    .where('crashes', '>', 0)
    .execute();
}

/** Adds one window's words to the transcript, in the transaction of who may do that. */
export async function writeWindow(
  trx: Database,
  id: string,
  { index, segments, suppressed, ...result }: WindowResult,
): Promise<void> {
  const { language, noSpeechProb, error, model, machine, rescued } = result;
  await trx
    .updateTable('windows')
    .set({
      ...{ done: 1, asked: null, place: null, drift: null },
      ...{ language, noSpeechProb, error, model, machine },
      failed: error === null ? 0 : 1,
      rescued: rescued ? 1 : 0,
    })
    .where(({ and }) => and({ transcriptionId: id, idx: index }))
    .execute();
  failpoint('window.storing');
  const rows = segments.map(({ startMs, endMs, text, speaker, confidence, ...segment }, idx) => ({
    ...{ transcriptionId: id, windowIdx: index, idx, startMs, endMs, text, speaker, confidence },
    language: segment.language,
    words: JSON.stringify(segment.words),
    flags: JSON.stringify(segment.flags ?? []),
  }));
  if (rows.length > 0) await dialectOf(trx).addWords(trx, id);
  if (rows.length > 0) await trx.insertInto('segments').values(rows).execute();
  const taken = suppressed.map(({ startMs, endMs, text, reason }, idx) => {
    return { transcriptionId: id, windowIdx: index, idx, startMs, endMs, text, reason };
  });
  if (taken.length > 0) await trx.insertInto('suppressed').values(taken).execute();
}
