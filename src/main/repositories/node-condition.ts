import { type RawBuilder, sql } from 'kysely';

/** Rows that no service works on which is still there. With SQLite no service has a row, and these are all. */
export const ofNoNode = (): RawBuilder<boolean> =>
  sql<boolean>`(node_id IS NULL OR node_id NOT IN (SELECT id FROM nodes))`;
