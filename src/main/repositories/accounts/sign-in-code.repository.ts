import type { Database } from '../database.ts';

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
