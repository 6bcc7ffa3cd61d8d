/** The schema of pg-boss, the engine of tasks, beside our tables. Made and updated at a start, like them. */
import type { Client } from 'pg';

/** Its name; another program's pg-boss in the database has another. */
export const TASK_SCHEMA = 'steno_tasks';
/** What the installed pg-boss makes. An older pg-boss would start on a newer schema and damage it. */
export const TASK_VERSION = 46;

/** @returns 0 if there is none yet */
export async function readTaskVersion(client: Client): Promise<number> {
  const found = await client.query<{ found: boolean }>(
    `SELECT to_regclass('${TASK_SCHEMA}.version') IS NOT NULL AS found`,
  );
  if (found.rows[0]?.found !== true) return 0;
  const { rows } = await client.query<{ version: number }>(
    `SELECT version FROM ${TASK_SCHEMA}.version`,
  );
  return Number(rows[0]?.version);
}

/** Brings the schema from the version that was found to ours, in a transaction that the caller rolls back if this fails. */
export async function makeTaskSchema(client: Client, from: number): Promise<void> {
  if (from === TASK_VERSION) return;
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss');
  const plan =
    from === 0 ? getConstructionPlans(TASK_SCHEMA) : getMigrationPlans(TASK_SCHEMA, from);
  await client.query(plan);
}
