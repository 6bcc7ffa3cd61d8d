import type { Selectable } from 'kysely';
import type { KeyScope } from '../../../shared/accounts.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { grantPoints } from './points.repository.ts';

/** An API key without its secret, of which only the SHA-256 is stored. */
export type StoredKey = {
  id: string;
  name: string;
  test: boolean;
  scope: KeyScope;
  hash: string;
  hint: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
};

/** API keys; only a hash of the secret is stored. */
export function createKeyRepository(db: Database) {
  return {
    /** A live key starts with its free points. */
    insert: (key: StoredKey): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('api_keys')
          .values({
            id: key.id,
            name: key.name,
            test: key.test ? 1 : 0,
            scope: key.scope,
            hash: key.hash,
            hint: key.hint,
            created_at: key.createdAt,
          })
          .execute();
        if (!key.test) await grantPoints(trx, key.id, key.createdAt);
      }),

    /** Keys whose hash starts with `start`: at most one, unless `start` is very short. */
    async findByHashStart(start: string): Promise<StoredKey[]> {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('hash', '>=', start)
        .where('hash', '<', `${start}g`)
        .execute();
      return rows.map(toKey);
    },

    async list(): Promise<StoredKey[]> {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(toKey);
    },

    /** Those of these that are keys and not revoked. */
    async stillValid(ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('api_keys')
        .select('id')
        .where('id', 'in', ids)
        .where('revoked_at', 'is', null)
        .execute();
      return rows.map(({ id }) => id);
    },

    async touch(id: string, at: number): Promise<void> {
      await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
    },

    /** Returns whether the key existed and was still valid. */
    async revoke(id: string, at: number): Promise<boolean> {
      const result = await db
        .updateTable('api_keys')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
  };
}

function toKey(row: Selectable<Tables['api_keys']>): StoredKey {
  return {
    id: row.id,
    name: row.name,
    test: row.test === 1,
    scope: row.scope,
    hash: row.hash,
    hint: row.hint,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
