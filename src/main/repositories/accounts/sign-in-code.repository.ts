import type { Database } from '../database.ts';

/** Links that sign in once, at any of the services on the database; only the SHA-256 of their code is stored. */
export function createSignInCodeRepository(db: Database) {
  return {
    async add(hash: string, { now, expiresAt }: { now: number; expiresAt: number }): Promise<void> {
      await db.deleteFrom('sign_in_codes').where('expires_at', '<=', now).execute();
      await db.insertInto('sign_in_codes').values({ hash, expires_at: expiresAt }).execute();
    },

    /** When the code would have expired; null if it was used or never existed. */
    async take(hash: string): Promise<number | null> {
      const taken = await db
        .deleteFrom('sign_in_codes')
        .where('hash', '=', hash)
        .returning('expires_at')
        .executeTakeFirst();
      return taken?.expires_at ?? null;
    },
  };
}
