import type { Database } from './database.ts';
import type { Row } from './tables.ts';

export type WatchedFile = Row<'watchedFiles'>;

export function createWatchedFileRepository(db: Database) {
  return {
    /** Whether this file was imported and has not changed since. */
    async has({ path, bytes, modifiedAt }: WatchedFile): Promise<boolean> {
      const row = await db
        .selectFrom('watchedFiles')
        .select('path')
        .where(({ and }) => and({ path, bytes, modifiedAt }))
        .executeTakeFirst();
      return row !== undefined;
    },

    async remember(file: WatchedFile): Promise<void> {
      await db
        .insertInto('watchedFiles')
        .values(file)
        .onConflict((conflict) => conflict.column('path').doUpdateSet(file))
        .execute();
    },
  };
}
