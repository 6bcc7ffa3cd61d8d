import type { Database } from '../database.ts';

export type SessionRepository = ReturnType<typeof createSessionRepository>;

/** Signed-in windows; only the SHA-256 of a session's cookie is kept. */
export function createSessionRepository(db: Database) {
  return {
    async insert(session: { hash: string; createdAt: number; expiresAt: number }): Promise<void> {
      await db
        .insertInto('sessions')
        .values({
          hash: session.hash,
          created_at: session.createdAt,
          expires_at: session.expiresAt,
        })
        .execute();
    },

    async isValid(hash: string, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('sessions')
        .select('hash')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row !== undefined;
    },

    async removeExpired(now: number): Promise<void> {
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    },
  };
}
