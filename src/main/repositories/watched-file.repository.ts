import type { Database } from './database.ts';

/** A file of the watch folder as it was when it was imported. */
export type WatchedFile = { path: string; bytes: number; modifiedAt: number };

/** Files imported from the watch folder. */
export function createWatchedFileRepository(db: Database) {
  return {
    /** Whether this file was imported and has not changed since. */
    async has({ path, bytes, modifiedAt }: WatchedFile): Promise<boolean> {
      const row = await db
        .selectFrom('watched_files')
        .select('path')
        .where('path', '=', path)
        .where('bytes', '=', bytes)
        .where('modified_at', '=', modifiedAt)
        .executeTakeFirst();
      return row !== undefined;
    },

    async remember({ path, bytes, modifiedAt }: WatchedFile): Promise<void> {
      await db
        .insertInto('watched_files')
        .values({ path, bytes, modified_at: modifiedAt })
        .onConflict((conflict) =>
          conflict.column('path').doUpdateSet({ bytes, modified_at: modifiedAt }),
        )
        .execute();
    },
  };
}
