import type { Database } from './database.ts';
import { toBytes } from './speaker-labels.ts';

/** A voice a person has named, remembered on this machine. */
export type StoredVoice = {
  id: string;
  name: string;
  /** Which model made the profile; profiles of different spaces cannot be compared. */
  space: string;
  /** Of length 1. */
  profile: Float32Array;
  speechMs: number;
  createdAt: number;
  updatedAt: number;
};

export type VoiceRepository = ReturnType<typeof createVoiceRepository>;

/** Voices that people have named. */
export function createVoiceRepository(db: Database) {
  return {
    /** By name; those of one space only when it is given. */
    async list(space?: string): Promise<StoredVoice[]> {
      const all = db.selectFrom('voices').selectAll().orderBy('name').orderBy('id');
      const rows = await (space === undefined ? all : all.where('space', '=', space)).execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        space: row.space,
        profile: toNumbers(row.profile),
        speechMs: row.speech_ms,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      }));
    },

    /** Stores a new voice, or what is now known of one with this name. */
    async save(voice: StoredVoice): Promise<void> {
      const known = {
        profile: toBytes(voice.profile),
        speech_ms: voice.speechMs,
        updated_at: voice.updatedAt,
      };
      const { id, name, space, createdAt } = voice;
      await db
        .insertInto('voices')
        .values({ id, name, space, created_at: createdAt, ...known })
        .onConflict((conflict) => conflict.columns(['name', 'space']).doUpdateSet(known))
        .execute();
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

/** What `toBytes` wrote. */
export function toNumbers(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}
