/** Which run of which service holds a task: what a killed one held is taken up at once, and not after its silence. */
import type { Db, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../database.ts';
import { TASK_SCHEMA } from '../postgres/task-schema.ts';
import type { Task } from './tasks.ts';

export type OpenedBoss = { boss: PgBoss; within: (trx: Database) => { db: Db } };

/** With the attempt, since the next holder may be another. */
const NOTE_HOLDER = `UPDATE ${TASK_SCHEMA}.job
  SET data = COALESCE(data, '{}') || jsonb_build_object('heldBy', $3::text) WHERE name = $1 AND id = $2`;
const HELD_BY = `SELECT name, id, retry_count::int AS "retryCount" FROM ${TASK_SCHEMA}.job
  WHERE state = 'active' AND split_part(data->>'heldBy', ' ', 1) = ANY($1::text[])
    AND split_part(data->>'heldBy', ' ', 2) = (retry_count + 1)::text`;
const Held = z.object({ name: z.string(), id: z.string(), retryCount: z.number() });

/** `run` is this run of this service. */
export function createHolders(required: () => OpenedBoss, run: string) {
  return {
    /** Notes that this run holds it. */
    async noteHolder(trx: Database, task: Task): Promise<Task> {
      const holder = `${run} ${task.attempt}`;
      await required().within(trx).db.executeSql(NOTE_HOLDER, [task.kind, task.id, holder]);
      return task;
    },

    /** Ends the attempts of runs that have ended, so that others take them up. */
    async takeBack(db: Database, ended: readonly string[]): Promise<void> {
      const { boss, within } = required();
      const { rows } = await within(db).db.executeSql(HELD_BY, [ended]);
      const held = z.array(Held).parse(rows);
      for (const [kind, jobs] of Map.groupBy(held, ({ name }) => name)) await boss.fail(kind, jobs);
    },
  };
}
