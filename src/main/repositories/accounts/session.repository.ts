import type { Database } from '../database.ts';

/** A signed-in browser; only the SHA-256 of its cookie is stored. */
export type StoredSession = {
  id: string;
  hash: string;
  browser: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
};

const SESSION = [
  ...(['id', 'hash', 'browser', 'created_at as createdAt'] as const),
  ...(['last_used_at as lastUsedAt', 'expires_at as expiresAt'] as const),
] as const;

/** Signed-in windows. */
export function createSessionRepository(db: Database) {
  return {
    async insert(session: StoredSession): Promise<void> {
      await db
        .insertInto('sessions')
        .values({
          id: session.id,
          hash: session.hash,
          browser: session.browser,
          created_at: session.createdAt,
          last_used_at: session.lastUsedAt,
          expires_at: session.expiresAt,
        })
        .execute();
    },

    /** The session if it is valid, else null. */
    async findValid(hash: string, now: number): Promise<StoredSession | null> {
      const row = await db
        .selectFrom('sessions')
        .select(SESSION)
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The most recently used first. */
    list: (now: number): Promise<StoredSession[]> =>
      db
        .selectFrom('sessions')
        .select(SESSION)
        .where('expires_at', '>', now)
        .orderBy('last_used_at', 'desc')
        .execute(),

    /** Those of these that are sessions and go on. */
    async stillValid(ids: readonly string[], now: number): Promise<string[]> {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('id', 'in', ids)
        .where('expires_at', '>', now)
        .execute();
      return rows.map(({ id }) => id);
    },

    async touch(id: string, at: number): Promise<void> {
      await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).execute();
    },

    /** Returns whether it existed. */
    async remove(id: string): Promise<boolean> {
      const removed = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },

    async removeExpired(now: number): Promise<void> {
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    },
  };
}
