/** Names of speakers, and the voices that are learned by them: they change together, within a revision. */
import { sql } from 'kysely';
import { AppError } from '../../core/errors.ts';
import { newVoiceId } from '../../core/ids.ts';
import type { Database } from '../database.ts';
import { dialectOf } from '../sql-dialect.ts';
import { forgetSample, learnSample, toNumbers, type VoiceSample } from './voice.repository.ts';

/** A name for a speaker; null takes it away. */
export type Naming = {
  number: number;
  name: string | null;
  /** The memory that learns the voice under the name, if it `learns`. */
  memory: string;
  learns: boolean;
  at: number;
  /** The remembered voice by which the name is recognized again; nothing is learned then. */
  voiceId?: string | null;
};

const NO_SPEAKER = 'There is no such speaker in this recording.';

/**
 * Gives the name; a recognition is dropped, and so is what the speaker taught under another one. Returns the name
 * before, and the voice by which it was recognized. Runs in a revision. @throws not_found
 */
export async function nameSpeaker(
  trx: Database,
  id: string,
  { number, name, memory, learns, at, voiceId = null }: Naming,
): Promise<{ name: string | null; voiceId: string | null }> {
  const before = await trx
    .selectFrom('speakers')
    .select(['name', 'voiceId'])
    .where(({ and }) => and({ transcriptionId: id, number }))
    .executeTakeFirstOrThrow(() => new AppError('not_found', { message: NO_SPEAKER }));
  await trx
    .updateTable('speakers')
    .set({ name, voiceId })
    .where(({ and }) => and({ transcriptionId: id, number }))
    .execute();
  await dialectOf(trx).queueUp(trx, 'voices');
  await forgetSample(trx, memory, { transcriptionId: id, speaker: number });
  if (name !== null && learns && voiceId === null) {
    await teach(trx, { id, number, name, memory, at });
  }
  return before;
}

/** Moves learned voices along with the names to the speakers who have them now. Runs in a revision. */
export async function moveVoices(
  trx: Database,
  id: string,
  before: ReadonlyMap<number, string>,
  at: number,
): Promise<void> {
  const taught = await trx
    .selectFrom('voiceSamples')
    .innerJoin('voices', 'voices.id', 'voiceId')
    .select(['memory', 'speaker'])
    .where('transcriptionId', '=', id)
    .execute();
  if (taught.length === 0) return;
  await dialectOf(trx).queueUp(trx, 'voices');
  for (const { memory, speaker } of taught) {
    await forgetSample(trx, memory, { transcriptionId: id, speaker });
  }
  const named = [...(await readNames(trx, id))];
  for (const { memory, speaker } of taught) {
    const place = named.findIndex(([, name]) => name === before.get(speaker));
    const [found] = place < 0 ? [] : named.splice(place, 1);
    if (found) await teach(trx, { id, number: found[0], name: found[1], memory, at });
  }
}

export async function readNames(db: Database, id: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('speakers')
    .select(['number', 'name'])
    .where('transcriptionId', '=', id)
    .orderBy('number')
    .execute();
  return new Map(rows.flatMap(({ number, name }) => (name === null ? [] : [[number, name]])));
}

/** Remembers a speaker's voice, if it is known and comparable beyond its recording. */
async function teach(
  trx: Database,
  { id, number, name, memory, at }: { id: string; name: string } & Omit<Naming, 'name' | 'learns'>,
): Promise<void> {
  const sample = await readVoice(trx, id, number);
  if (!sample) return;
  const voice = { id: newVoiceId(), memory, name, at };
  await learnSample(trx, voice, { transcriptionId: id, speaker: number }, sample);
}

/** The voice of a speaker; null if it is unknown, or means nothing beyond its recording. */
async function readVoice(db: Database, id: string, number: number): Promise<VoiceSample | null> {
  const row = await db
    .selectFrom('speakers')
    .innerJoin('diarizations', 'diarizations.transcriptionId', 'speakers.transcriptionId')
    .select(['centroid', 'space'])
    .select(
      sql<number>`(SELECT COALESCE(SUM(end_ms - start_ms), 0) FROM segments
        WHERE segments.transcription_id = speakers.transcription_id AND speaker = label)`.as(
        'speechMs',
      ),
    )
    .where(({ and }) => and({ 'speakers.transcriptionId': id, number }))
    .executeTakeFirst();
  if (!row?.centroid || row.space === null) return null;
  const { space, speechMs } = row;
  return { space, centroid: toNumbers(row.centroid), speechMs };
}
