import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { View } from '../row-visibility.ts';
import { dialectOf, later } from '../sql-dialect.ts';
import type { Row } from '../tables.ts';
import { toBytes } from './speaker-labels.ts';

/** A voice that a user has named, remembered on this machine. */
export type StoredVoice = Row<'voices'> & {
  /** How much of the voice's speech has been collected, from any source. */
  speechMs: number;
};

/** The speaker of a recording from whom a voice was learned. */
export type VoiceOrigin = { transcriptionId: string; speaker: number };

/** A voice embedding of length 1; embeddings of different spaces cannot be compared. */
export type VoiceSample = { space: string; centroid: Float32Array; speechMs: number };

/** What was learned of a voice from one named speaker, in one embedding space; different spaces cannot be compared. */
export type StoredSample = { name: string; voiceId: string } & Pick<
  VoiceSample,
  'centroid' | 'speechMs'
>;

/** Named voices: one per name in each memory, with what each named speaker contributed. */
export function createVoiceRepository(db: Database) {
  return {
    /** By name. */
    list: (view: View): Promise<StoredVoice[]> =>
      db
        .selectFrom('voices')
        .innerJoin('voiceSamples', 'voiceId', 'voices.id')
        .select(['voices.id', 'memory', 'name', 'createdAt'])
        .select(sql<number>`SUM(speech_ms)`.as('speechMs'))
        .select(later('updatedAt', sql`MAX(learnt_at)`).as('updatedAt'))
        .where(seenVoice(view))
        .groupBy('voices.id')
        .orderBy('name')
        .execute(),

    /** All samples of a memory in this space, by name and in the order they were learned. */
    async samples(memory: string, space: string): Promise<StoredSample[]> {
      const rows = await db
        .selectFrom('voiceSamples')
        .innerJoin('voices', 'voices.id', 'voiceId')
        .select(['voiceId', 'name', 'centroid', 'speechMs'])
        .where(({ and }) => and({ memory, space }))
        .orderBy('name')
        .orderBy('voiceSamples.id')
        .execute();
      return rows.map((row) => ({ ...row, centroid: toNumbers(row.centroid) }));
    },

    /** Returns what stood in the way: that there is none with this id, or another one with this name. */
    rename: (id: string, name: string, at: number): Promise<'missing' | 'taken' | null> =>
      db.transaction().execute(async (trx) => {
        await dialectOf(trx).queueUp(trx, 'voices');
        const namesake = await trx
          .selectFrom('voices')
          .select('id')
          .where('name', '=', name)
          .where('memory', '=', trx.selectFrom('voices').select('memory').where('id', '=', id))
          .executeTakeFirst();
        if (namesake && namesake.id !== id) return 'taken';
        const renamed = await trx
          .updateTable('voices')
          .set({ name, updatedAt: at })
          .where('id', '=', id)
          .executeTakeFirst();
        return renamed.numUpdatedRows > 0n ? null : 'missing';
      }),

    /** Deletes a voice permanently. Returns whether it existed. */
    remove: (id: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        await dialectOf(trx).queueUp(trx, 'voices');
        const removed = await trx.deleteFrom('voices').where('id', '=', id).executeTakeFirst();
        return removed.numDeletedRows > 0n;
      }),
  };
}

/**
 * Adds a speaker's sample to the voice with this name; further samples make it more certain. If the memory has no such
 * voice, one is created with the id. Runs in the queue of `voices`.
 */
export async function learnSample(
  trx: Database,
  { id, memory, name, at }: { id: string; memory: string; name: string; at: number },
  { transcriptionId, speaker }: VoiceOrigin,
  { space, centroid, speechMs }: VoiceSample,
): Promise<void> {
  if (!(Math.hypot(...centroid) > 0)) return;
  await trx
    .insertInto('voices')
    .values({ id, memory, name, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.columns(['memory', 'name']).doNothing())
    .execute();
  const known = trx
    .selectFrom('voices')
    .select('id')
    .where(({ and }) => and({ memory, name }));
  const { id: voiceId } = await dialectOf(trx).locked(known).executeTakeFirstOrThrow();
  const sample = { space, centroid: toBytes(centroid), speechMs, learntAt: at };
  await trx
    .insertInto('voiceSamples')
    .values({ voiceId, transcriptionId, speaker, ...sample })
    .execute();
}

/**
 * Removes what a memory learned from a speaker: the voice returns to its earlier state, or is forgotten. Runs in the
 * queue of `voices`.
 */
export async function forgetSample(
  trx: Database,
  memory: string,
  { transcriptionId, speaker }: VoiceOrigin,
): Promise<void> {
  const taught = await trx
    .deleteFrom('voiceSamples')
    .where(({ and }) => and({ transcriptionId, speaker }))
    .where('voiceId', 'in', trx.selectFrom('voices').select('id').where('memory', '=', memory))
    .returning('voiceId')
    .execute();
  for (const { voiceId: id } of taught) {
    await trx
      .deleteFrom('voices')
      .where('id', '=', id)
      .where('id', 'not in', trx.selectFrom('voiceSamples').select('voiceId'))
      .execute();
  }
}

export const isTestMemory = sql<boolean>`(memory = 'test'
  OR memory IN (SELECT id FROM api_keys WHERE test = 1))`;

function seenVoice({ keyId, test }: View) {
  if (keyId !== null) return sql<boolean>`memory = ${keyId}`;
  if (test === null) return sql<boolean>`TRUE`;
  return test ? isTestMemory : sql<boolean>`NOT ${isTestMemory}`;
}

/** Decodes what `toBytes` encoded. */
export function toNumbers(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}
