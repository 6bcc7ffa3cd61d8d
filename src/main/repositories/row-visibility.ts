import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Which rows are visible: with `keyId` only those of this key; with `test` only those of test keys, or only the others.
 */
export type View = { keyId: string | null; test: boolean | null };

/** The view of the window and of maintenance. */
export const EVERYTHING: View = { keyId: null, test: null };

/** The owner of a row; `keyId` is null for the window's rows. */
export type Owner = { keyId: string | null; test: boolean };

/** The condition for rows of a table with the columns `key_id` and `test`. */
export function seenIn(
  { keyId, test }: View,
  table: 'transcriptions' | 'projects' | 'files' | 'events' | 't',
): RawBuilder<SqlBool> {
  const mine = keyId === null ? sql`TRUE` : sql`${sql.ref(`${table}.keyId`)} = ${keyId}`;
  const world = test === null ? sql`TRUE` : sql`${sql.ref(`${table}.test`)} = ${test ? 1 : 0}`;
  return sql<SqlBool>`(${mine} AND ${world})`;
}

/** The same check for a row already read. */
export function isSeenIn({ keyId, test }: View, owner: Owner): boolean {
  return (keyId === null || keyId === owner.keyId) && (test === null || test === owner.test);
}
