import type { Database } from './database.ts';

/** Settings by name, as JSON values; the service interprets them. */
export function createSettingsRepository(db: Database) {
  return {
    async all(): Promise<Record<string, unknown>> {
      const rows = await db.selectFrom('settings').selectAll().execute();
      return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
    },

    /** Saves all of them atomically. */
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

    /** Changes nothing, but needs the right to write. Rejects when the database cannot be written. */
    async writeNothing(): Promise<void> {
      await db.deleteFrom('settings').where('name', '=', '').execute();
    },
  };
}
