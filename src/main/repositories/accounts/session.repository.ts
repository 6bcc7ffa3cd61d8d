import type { Database } from '../database.ts';
import type { Row } from '../tables.ts';

export type StoredSession = Row<'sessions'>;

/** Signed-in windows. */
export function createSessionRepository(db: Database) {
  return {
    async insert(session: StoredSession): Promise<void> {
      await db.insertInto('sessions').values(session).execute();
    },

    async findValid(hash: string, now: number): Promise<StoredSession | null> {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('hash', '=', hash)
        .where('expiresAt', '>', now)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The most recently used first. */
    list: (now: number): Promise<StoredSession[]> =>
      db
        .selectFrom('sessions')
        .selectAll()
        .where('expiresAt', '>', now)
        .orderBy('lastUsedAt', 'desc')
        .execute(),

    /** Those of these that are sessions and go on. */
    async stillValid(ids: readonly string[], now: number): Promise<string[]> {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('id', 'in', ids)
        .where('expiresAt', '>', now)
        .execute();
      return rows.map(({ id }) => id);
    },

    async touch(id: string, at: number): Promise<void> {
      await db.updateTable('sessions').set({ lastUsedAt: at }).where('id', '=', id).execute();
    },

    /** Returns whether it existed. */
    async remove(id: string): Promise<boolean> {
      const removed = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },

    async removeExpired(now: number): Promise<void> {
      await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
    },
  };
}

/** Links that sign in once, at any of the services on the database; only the SHA-256 of their code is stored. */
export function createSignInCodeRepository(db: Database) {
  return {
    async add(hash: string, { now, expiresAt }: { now: number; expiresAt: number }): Promise<void> {
      await db.deleteFrom('signInCodes').where('expiresAt', '<=', now).execute();
      await db.insertInto('signInCodes').values({ hash, expiresAt }).execute();
    },

    /** When the code would have expired; null if it was used or never existed. */
    async take(hash: string): Promise<number | null> {
      const taken = await db
        .deleteFrom('signInCodes')
        .where('hash', '=', hash)
        .returning('expiresAt')
        .executeTakeFirst();
      return taken?.expiresAt ?? null;
    },
  };
}
