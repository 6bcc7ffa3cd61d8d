import type { Database } from '../database.ts';

/** The jobs that wait or run in a stage; `since` is when the oldest of them was created. */
type Workload = { stage: string; count: number; since: number };

/** Counts the work to do. Every query uses an index, so a long queue costs little more than a short one. */
export function createWorkloadRepository(db: Database) {
  const waiting = async (): Promise<Workload[]> => {
    const queued = db.selectFrom('transcriptions').where('status', '=', 'queued');
    const oldest = await queued.select('createdAt').orderBy('seq').limit(1).executeTakeFirst();
    if (!oldest) return [];
    const { count } = await queued
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return [{ stage: 'queued', count, since: oldest.createdAt }];
  };

  return {
    /** By stage; waiting transcriptions are `queued`, those just started `starting`. */
    async transcriptions(): Promise<Workload[]> {
      const working = await db
        .selectFrom('transcriptions')
        .select(({ fn }) => [
          'stage',
          fn.countAll<number>().as('count'),
          fn.min('createdAt').as('since'),
        ])
        .where('status', '=', 'processing')
        .groupBy('stage')
        .execute();
      const begun = working.map((row) => ({ ...row, stage: row.stage ?? 'starting' }));
      return [...(await waiting()), ...begun];
    },

    /** Windows that wait or are being transcribed, and since when the oldest has been asked for. */
    async windows(): Promise<{ count: number; since: number | null }> {
      return db
        .selectFrom('windows')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('askedAt').as('since')])
        .where('asked', 'is not', null)
        .executeTakeFirstOrThrow();
    },

    /** Webhooks to be sent now or later, and when the first that is due by `now` should have been sent. */
    async webhooks(now: number): Promise<{ pending: number; dueSince: number | null }> {
      const pending = db.selectFrom('events').where('status', '=', 'pending');
      const { count } = await pending
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const due = await pending
        .select('dueAt')
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .limit(1)
        .executeTakeFirst();
      return { pending: count, dueSince: due?.dueAt ?? null };
    },
  };
}
