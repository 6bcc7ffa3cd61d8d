import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { View } from '../view.ts';
import { toBytes } from './speaker-labels.ts';

/** Somebody a person has named, remembered on this machine. */
export type StoredVoice = {
  id: string;
  /** Whose it is: `live`, `test`, or the id of a key that sees nothing but its own. */
  memory: string;
  name: string;
  /** How much of it was heard, in whichever way. */
  speechMs: number;
  createdAt: number;
  updatedAt: number;
};

/** How a voice sounds in one space; profiles of different spaces cannot be compared. */
type StoredProfile = {
  voiceId: string;
  name: string;
  profile: Float32Array;
  speechMs: number;
};

/** Voices that were named: in each memory one for each name, with a profile for each model that heard it. */
export function createVoiceRepository(db: Database) {
  return {
    /** By name. */
    async list(view: View): Promise<StoredVoice[]> {
      const rows = await db
        .selectFrom('voices')
        .innerJoin('voice_profiles', 'voice_id', 'id')
        .select(['id', 'memory', 'name', 'created_at', 'updated_at'])
        .select(sql<number>`SUM(speech_ms)`.as('speech_ms'))
        .where(seenVoice(view))
        .groupBy('id')
        .orderBy('name')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        memory: row.memory,
        name: row.name,
        speechMs: row.speech_ms,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      }));
    },

    /** Everybody in a memory who is known in this space. */
    async profiles(memory: string, space: string): Promise<StoredProfile[]> {
      const rows = await db
        .selectFrom('voice_profiles')
        .innerJoin('voices', 'id', 'voice_id')
        .select(['voice_id', 'name', 'profile', 'speech_ms'])
        .where('memory', '=', memory)
        .where('space', '=', space)
        .orderBy('name')
        .execute();
      return rows.map((row) => ({
        voiceId: row.voice_id,
        name: row.name,
        profile: toNumbers(row.profile),
        speechMs: row.speech_ms,
      }));
    },

    /** Stores how the voice with this name sounds in a space. Nobody in the memory had the name: it gets the id. */
    async save(
      voice: { id: string; memory: string; name: string; at: number },
      { space, profile, speechMs }: { space: string; profile: Float32Array; speechMs: number },
    ): Promise<void> {
      const { id, memory, name, at } = voice;
      const heard = { profile: toBytes(profile), speech_ms: speechMs };
      await db.transaction().execute(async (trx) => {
        const { id: voiceId } = await trx
          .insertInto('voices')
          .values({ id, memory, name, created_at: at, updated_at: at })
          .onConflict((conflict) =>
            conflict.columns(['memory', 'name']).doUpdateSet({ updated_at: at }),
          )
          .returning('id')
          .executeTakeFirstOrThrow();
        await trx
          .insertInto('voice_profiles')
          .values({ voice_id: voiceId, space, ...heard })
          .onConflict((conflict) => conflict.columns(['voice_id', 'space']).doUpdateSet(heard))
          .execute();
      });
    },

    async rename(id: string, name: string, updatedAt: number): Promise<void> {
      await db
        .updateTable('voices')
        .set({ name, updated_at: updatedAt })
        .where('id', '=', id)
        .execute();
    },

    /** Forgets a voice for good. Returns whether it was there. */
    async remove(id: string): Promise<boolean> {
      const removed = await db.deleteFrom('voices').where('id', '=', id).executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },

    /** Forgets how a voice sounds in one space, and the voice when that is all that is known of it. */
    async removeProfile(voiceId: string, space: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('voice_profiles')
          .where('voice_id', '=', voiceId)
          .where('space', '=', space)
          .execute();
        await trx
          .deleteFrom('voices')
          .where('id', '=', voiceId)
          .where('id', 'not in', trx.selectFrom('voice_profiles').select('voice_id'))
          .execute();
      });
    },
  };
}

/** The voices of test keys. */
export const isTestMemory = sql<boolean>`(memory = 'test'
  OR memory IN (SELECT id FROM api_keys WHERE test = 1))`;

function seenVoice({ keyId, test }: View) {
  if (keyId !== null) return sql<boolean>`memory = ${keyId}`;
  if (test === null) return sql<boolean>`TRUE`;
  return test ? isTestMemory : sql<boolean>`NOT ${isTestMemory}`;
}

/** What `toBytes` wrote. */
export function toNumbers(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}
