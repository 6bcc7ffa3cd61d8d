import { type RawBuilder, sql } from 'kysely';

/** Rows that no service works on which is still there. With SQLite no service has a row, and these are all. */
export const ofNoNode = (): RawBuilder<boolean> =>
  sql<boolean>`(node_id IS NULL OR node_id NOT IN (SELECT id FROM nodes))`;

/** Whether this service may claim anything: one that was taken for dead may not. */
export const isThere = (node: string | null): RawBuilder<boolean> =>
  node === null ? sql<boolean>`TRUE` : sql<boolean>`${node} IN (SELECT id FROM nodes)`;
