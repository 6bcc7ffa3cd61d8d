import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { availablePoints } from './ledger.ts';

/** What was transcribed on one day (UTC) and what it cost. */
export type UsageDay = { date: string; transcriptions: number; seconds: number; points: number };

export type UsageRepository = ReturnType<typeof createUsageRepository>;

/** Sums over completed jobs and over the ledger; `keyId` null counts everybody's. */
export function createUsageRepository(db: Database) {
  return {
    async days(keyId: string | null, after: number): Promise<UsageDay[]> {
      let query = db
        .selectFrom('transcriptions')
        .select(({ fn }) => [
          sql<string>`date(completed_at / 1000, 'unixepoch')`.as('date'),
          fn.countAll<number>().as('transcriptions'),
          sql<number>`COALESCE(SUM(duration_ms), 0) / 1000`.as('seconds'),
          fn.sum<number>('points_spent').as('points'),
        ])
        .where('status', '=', 'completed')
        .where('completed_at', '>=', after)
        .groupBy('date')
        .orderBy('date');
      if (keyId !== null) query = query.where('key_id', '=', keyId);
      return query.execute();
    },

    available: (keyId: string): Promise<number> => availablePoints(db, keyId),

    /** Points spent, and points reserved for jobs that are not over, as positive numbers. */
    async spent(keyId: string | null): Promise<{ spent: number; reserved: number }> {
      let query = db
        .selectFrom('ledger')
        .select([
          sql<number>`COALESCE(SUM(CASE WHEN kind = 'settle' THEN -points END), 0)`.as('spent'),
          sql<number>`COALESCE(SUM(CASE WHEN kind IN ('reserve', 'release') THEN -points END), 0)`.as(
            'reserved',
          ),
        ]);
      if (keyId !== null) query = query.where('key_id', '=', keyId);
      return query.executeTakeFirstOrThrow();
    },
  };
}
