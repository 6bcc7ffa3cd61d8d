import type { Segment } from '../../../shared/transcription/transcript.ts';
import { failpoint } from '../../failpoint.ts';
import type { Database } from '../database.ts';
import { toSegment } from '../transcripts/stored-segments.ts';
import type { LabeledRows } from './speaker-labels.ts';

const ROWS_A_STATEMENT = 500;

/** Replaces the segments and the speakers of a transcription. Runs in a transaction. */
export async function storeLabels(
  trx: Database,
  id: string,
  { segments, speakers, diarization }: LabeledRows,
): Promise<void> {
  await trx.deleteFrom('segments').where('transcription_id', '=', id).execute();
  await trx.deleteFrom('speakers').where('transcription_id', '=', id).execute();
  for (const [index, { label, name, confidence, voiceId, profile }] of speakers.entries()) {
    const speaker = { label, name, confidence, voice_id: voiceId, profile };
    await trx
      .insertInto('speakers')
      .values({ transcription_id: id, number: index + 1, ...speaker })
      .execute();
  }
  failpoint('speakers.storing');
  for (let at = 0; at < segments.length; at += ROWS_A_STATEMENT) {
    await trx
      .insertInto('segments')
      .values(segments.slice(at, at + ROWS_A_STATEMENT))
      .execute();
  }
  await trx
    .insertInto('diarizations')
    .values({ transcription_id: id, ...diarization })
    .onConflict((conflict) => conflict.doUpdateSet(diarization))
    .execute();
}

/** The segments as they will be read once they are stored. */
export function labeledSegments({ segments, speakers }: LabeledRows): Segment[] {
  const names = new Map(speakers.map(({ label, name }) => [label, name]));
  return segments.map((row, id) => toSegment({ ...row, name: names.get(row.speaker) ?? null }, id));
}
