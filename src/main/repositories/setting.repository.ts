import type { Database } from './database.ts';

export type SettingRepository = ReturnType<typeof createSettingRepository>;

/** Named values that outlive the program, such as the default model. */
export function createSettingRepository(db: Database) {
  return {
    async get(name: string): Promise<string | null> {
      const row = await db
        .selectFrom('settings')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.value ?? null;
    },

    async set(name: string, value: string): Promise<void> {
      await db
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },

    async remove(name: string): Promise<void> {
      await db.deleteFrom('settings').where('name', '=', name).execute();
    },
  };
}
