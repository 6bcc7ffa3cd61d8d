/** Tasks as jobs of pg-boss: what is stored of each, and the statements that pg-boss does not have. */
import { z } from 'zod';
import { TASK_SCHEMA } from '../postgres/task-schema.ts';
import { GROUP_LIMITS, type NewTask, type Permit, type Task, type TaskKind } from './tasks.ts';

/** The greatest number of its columns. */
export const ALWAYS = 2 ** 31 - 1;

/** What is not ended, of any of the keys. pg-boss finds one key at a time. */
export const OF_KEYS = `SELECT id FROM ${TASK_SCHEMA}.job
  WHERE name = $1 AND singleton_key = ANY($2::text[]) AND state < 'completed' FOR UPDATE`;

/** What pg-boss does with the next one that is due, with that of a key. */
export const TAKE = `UPDATE ${TASK_SCHEMA}.job SET state = 'active', started_on = ${TASK_SCHEMA}.job_now(),
    heartbeat_on = ${TASK_SCHEMA}.job_now(),
    retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END
  WHERE name = $1 AND singleton_key = $2 AND state < 'active'
  RETURNING id, data, singleton_key AS "singletonKey", retry_count::int AS "retryCount"`;

/** pg-boss counts attempts, and forgets how they ended: what is known of them goes along. All others were lost. */
const Job = z.object({
  id: z.string(),
  singletonKey: z.string(),
  retryCount: z.number(),
  data: z.object({ failures: z.number().default(0), passedOn: z.number().default(0) }).nullable(),
});

export function toTask(kind: TaskKind, job: unknown): Task {
  const { id, singletonKey: key, retryCount, data } = Job.parse(job);
  const { failures, passedOn } = data ?? { failures: 0, passedOn: 0 };
  const losses = retryCount - failures - passedOn;
  return { kind, id, key, attempt: retryCount + 1, failures, losses };
}

/** Names an attempt: of two holders, only that of the latest is heard. */
export const attemptOf = ({ id, attempt }: Permit) => ({ id, retryCount: attempt - 1 });

/**
 * pg-boss claims by priority, the highest first. Ours is the second a task is due, counted down: what is due longest
 * comes first, and our clock says what is due. The greatest is the year 1970; the smallest that fits is 2106.
 */
const priorityAt = (second: number): number => Math.max(-ALWAYS, Math.min(ALWAYS, ALWAYS - second));

export const nextOf = (kind: TaskKind, now: number) => ({
  // What else there is was never put off, and clocks may differ.
  ...(kind === 'webhook' && { minPriority: priorityAt(Math.floor(now / 1000)) }),
  ...(Number.isFinite(GROUP_LIMITS[kind]) && { groupConcurrency: GROUP_LIMITS[kind] }),
  ignoreStartAfter: true,
  includeMetadata: true as const,
});

export function insertOf({ key, group, dueAt = 0, place }: NewTask, now: number) {
  const isDue = dueAt <= now;
  const due = dueAt === 0 ? now : dueAt;
  return {
    singletonKey: key,
    priority:
      place === undefined
        ? priorityAt(isDue ? Math.floor(due / 1000) : Math.ceil(due / 1000))
        : Math.max(-ALWAYS, -place),
    ...(group !== undefined && { group: { id: group } }),
    // Nobody is notified before, and people who look at the table see when.
    ...(!isDue && { startAfter: new Date(due) }),
  };
}
