import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Which rows somebody sees: with `keyId` only what this key made, with `test` only what test keys, or only what all
 * others made.
 */
export type View = { keyId: string | null; test: boolean | null };

/** What the window sees, and what looks after all of it. */
export const EVERYTHING: View = { keyId: null, test: null };

/** Whose a row is; `keyId` is null where it is the window's. */
export type Owner = { keyId: string | null; test: boolean };

/** The condition for rows of a table with the columns `key_id` and `test`. */
export function seenIn(
  { keyId, test }: View,
  table: 'transcriptions' | 'files' | 'events' | 't',
): RawBuilder<SqlBool> {
  const mine = keyId === null ? sql`TRUE` : sql`${sql.ref(`${table}.key_id`)} = ${keyId}`;
  const world = test === null ? sql`TRUE` : sql`${sql.ref(`${table}.test`)} = ${test ? 1 : 0}`;
  return sql<SqlBool>`(${mine} AND ${world})`;
}

/** The same for a row that is there already. */
export function isSeenIn({ keyId, test }: View, owner: Owner): boolean {
  return (keyId === null || keyId === owner.keyId) && (test === null || test === owner.test);
}
