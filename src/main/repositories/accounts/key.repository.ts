import type { Database } from '../database.ts';
import type { Row } from '../tables.ts';
import { grantPoints } from './points.repository.ts';

export type StoredKey = Omit<Row<'apiKeys'>, 'test'> & { test: boolean };

/** API keys; only a hash of the secret is stored. */
export function createKeyRepository(db: Database) {
  return {
    /** A live key starts with its free points. */
    insert: (key: StoredKey): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('apiKeys')
          .values({ ...key, test: key.test ? 1 : 0 })
          .execute();
        if (!key.test) await grantPoints(trx, key.id, key.createdAt);
      }),

    /** Keys whose hash starts with `start`: at most one, unless `start` is very short. */
    async findByHashStart(start: string): Promise<StoredKey[]> {
      const rows = await db
        .selectFrom('apiKeys')
        .selectAll()
        .where('hash', '>=', start)
        .where('hash', '<', `${start}g`)
        .execute();
      return rows.map(toKey);
    },

    async list(): Promise<StoredKey[]> {
      const rows = await db
        .selectFrom('apiKeys')
        .selectAll()
        .orderBy('createdAt', 'desc')
        .execute();
      return rows.map(toKey);
    },

    /** Those of these that are keys and not revoked. */
    async stillValid(ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('apiKeys')
        .select('id')
        .where('id', 'in', ids)
        .where('revokedAt', 'is', null)
        .execute();
      return rows.map(({ id }) => id);
    },

    async touch(id: string, at: number): Promise<void> {
      await db.updateTable('apiKeys').set({ lastUsedAt: at }).where('id', '=', id).execute();
    },

    /** Returns whether the key existed and was still valid. */
    async revoke(id: string, at: number): Promise<boolean> {
      const result = await db
        .updateTable('apiKeys')
        .set({ revokedAt: at })
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
  };
}

const toKey = (row: Row<'apiKeys'>): StoredKey => ({ ...row, test: row.test === 1 });
