import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { View } from '../view.ts';
import type { VoiceSample } from './speaker.repository.ts';
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

/** A speaker of a recording: who taught a voice. */
export type VoiceOrigin = { transcriptionId: string; speaker: number };

/** What one named speaker taught of a voice, in one space; those of different spaces cannot be compared. */
export type StoredSample = {
  voiceId: string;
  name: string;
  profile: Float32Array;
  speechMs: number;
};

/** Voices that were named: in each memory one for each name, with what each named speaker taught of it. */
export function createVoiceRepository(db: Database) {
  return {
    /** By name. */
    async list(view: View): Promise<StoredVoice[]> {
      const rows = await db
        .selectFrom('voices')
        .innerJoin('voice_samples', 'voice_id', 'voices.id')
        .select(['voices.id', 'memory', 'name', 'created_at'])
        .select(sql<number>`SUM(speech_ms)`.as('speech_ms'))
        .select(sql<number>`MAX(updated_at, MAX(learnt_at))`.as('updated_at'))
        .where(seenVoice(view))
        .groupBy('voices.id')
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

    /** What is known of everybody in a memory in this space, by name and in the order of learning. */
    async samples(memory: string, space: string): Promise<StoredSample[]> {
      const rows = await db
        .selectFrom('voice_samples')
        .innerJoin('voices', 'voices.id', 'voice_id')
        .select(['voice_id', 'name', 'profile', 'speech_ms'])
        .where('memory', '=', memory)
        .where('space', '=', space)
        .orderBy('name')
        .orderBy('voice_samples.id')
        .execute();
      return rows.map((row) => ({
        voiceId: row.voice_id,
        name: row.name,
        profile: toNumbers(row.profile),
        speechMs: row.speech_ms,
      }));
    },

    /** Which speakers of a recording taught a voice, in whichever memory. */
    async taught(transcriptionId: string): Promise<{ memory: string; speaker: number }[]> {
      return await db
        .selectFrom('voice_samples')
        .innerJoin('voices', 'voices.id', 'voice_id')
        .select(['memory', 'speaker'])
        .where('transcription_id', '=', transcriptionId)
        .execute();
    },

    /** Adds what a speaker teaches to the voice with this name. Nobody in the memory had the name: it gets the id. */
    async learn(
      voice: { id: string; memory: string; name: string; at: number },
      { transcriptionId, speaker }: VoiceOrigin,
      { space, profile, speechMs }: VoiceSample,
    ): Promise<void> {
      const { id, memory, name, at } = voice;
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('voices')
          .values({ id, memory, name, created_at: at, updated_at: at })
          .onConflict((conflict) => conflict.columns(['memory', 'name']).doNothing())
          .execute();
        const { id: voiceId } = await trx
          .selectFrom('voices')
          .select('id')
          .where('memory', '=', memory)
          .where('name', '=', name)
          .executeTakeFirstOrThrow();
        const heard = { space, profile: toBytes(profile), speech_ms: speechMs, learnt_at: at };
        await trx
          .insertInto('voice_samples')
          .values({ voice_id: voiceId, transcription_id: transcriptionId, speaker, ...heard })
          .execute();
      });
    },

    /** Takes back what a speaker taught a memory, and the voice where nothing else is known of it. */
    async unlearn(memory: string, { transcriptionId, speaker }: VoiceOrigin): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const taught = await trx
          .deleteFrom('voice_samples')
          .where('transcription_id', '=', transcriptionId)
          .where('speaker', '=', speaker)
          .where(
            'voice_id',
            'in',
            trx.selectFrom('voices').select('id').where('memory', '=', memory),
          )
          .returning('voice_id')
          .execute();
        for (const { voice_id: id } of taught) {
          await trx
            .deleteFrom('voices')
            .where('id', '=', id)
            .where('id', 'not in', trx.selectFrom('voice_samples').select('voice_id'))
            .execute();
        }
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
