import type { Database } from './database.ts';

export type SettingsRepository = ReturnType<typeof createSettingsRepository>;

/** Settings by name, as JSON values; what they mean is the service's business. */
export function createSettingsRepository(db: Database) {
  return {
    async all(): Promise<Record<string, unknown>> {
      const rows = await db.selectFrom('settings').selectAll().execute();
      return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
    },

    /** All of them or none. */
    async save(values: Record<string, unknown>): Promise<void> {
      const rows = Object.entries(values).map(([name, value]) => ({
        name,
        value: JSON.stringify(value),
      }));
      if (rows.length === 0) return;
      await db
        .insertInto('settings')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
        )
        .execute();
    },
  };
}

/** A file of the watch folder as it was when it was taken in. */
export type WatchedFile = { path: string; bytes: number; modifiedAt: number };

export type WatchedFileRepository = ReturnType<typeof createWatchedFileRepository>;

/** Files that were taken in from the watched folder. */
export function createWatchedFileRepository(db: Database) {
  return {
    /** Whether this file was taken in, and not changed since. */
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
