import { type RawBuilder, sql } from 'kysely';

/** Rows that no running service works on. With SQLite rows name no service, so that these are all rows. */
export const ofNoNode = (): RawBuilder<boolean> =>
  sql<boolean>`(node_id IS NULL OR node_id NOT IN (SELECT id FROM nodes))`;

/** Whether this service may claim anything: one that was taken for dead may not. */
export const isThere = (node: string | null): RawBuilder<boolean> =>
  node === null ? sql<boolean>`TRUE` : sql<boolean>`${node} IN (SELECT id FROM nodes)`;
