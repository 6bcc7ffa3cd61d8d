/**
 * Points, in append-only rows. A job reserves its possible cost and ends with a release of the reservation and, if it
 * completed, a settlement; a key's balance is therefore always the sum of its rows. Every function runs inside the
 * transaction of the change it belongs to.
 */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { Row } from '../tables.ts';

type LedgerJob = { id: string; keyId: string | null; metered: boolean };

export const FREE_POINTS = 6_000;

export async function grantPoints(trx: Database, keyId: string, at: number): Promise<void> {
  await add(trx, keyId, { kind: 'grant', points: FREE_POINTS, transcriptionId: null, at });
}

/** A key's balance after reservations. */
async function availablePoints(db: Database, keyId: string): Promise<number> {
  const row = await db
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum<number | null>('points').as('sum'))
    .where('keyId', '=', keyId)
    .executeTakeFirst();
  return row?.sum ?? 0;
}

/** The same, and locks this key's balance until the transaction ends. */
export async function holdPoints(trx: Database, keyId: string): Promise<number> {
  const key = trx.selectFrom('apiKeys').select('id').where('id', '=', keyId);
  await dialectOf(trx).hold(key);
  return availablePoints(trx, keyId);
}

/** Raises a job's reservation to `points`. Returns whether the key has that many; adds nothing if not. */
export async function reservePoints(
  trx: Database,
  job: LedgerJob,
  points: number,
  at: number,
): Promise<boolean> {
  if (!job.metered || job.keyId === null) return true;
  const missing = points - (await reservedPoints(trx, job.id));
  if (missing <= 0) return true;
  if ((await holdPoints(trx, job.keyId)) < missing) return false;
  await add(trx, job.keyId, { kind: 'reserve', points: -missing, transcriptionId: job.id, at });
  return true;
}

export async function releasePoints(trx: Database, job: LedgerJob, at: number): Promise<void> {
  if (job.keyId === null) return;
  const points = await reservedPoints(trx, job.id);
  if (points === 0) return;
  await add(trx, job.keyId, { kind: 'release', points, transcriptionId: job.id, at });
}

/** Charges a completed job in place of its reservation. */
export async function settlePoints(
  trx: Database,
  job: LedgerJob,
  points: number,
  at: number,
): Promise<void> {
  await releasePoints(trx, job, at);
  if (!job.metered || job.keyId === null || points === 0) return;
  await add(trx, job.keyId, { kind: 'settle', points: -points, transcriptionId: job.id, at });
}

async function reservedPoints(db: Database, transcriptionId: string): Promise<number> {
  const row = await db
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum<number | null>('points').as('sum'))
    .where('transcriptionId', '=', transcriptionId)
    .where('kind', 'in', ['reserve', 'release'])
    .executeTakeFirst();
  return -(row?.sum ?? 0);
}

async function add(
  trx: Database,
  keyId: string,
  { at: createdAt, ...entry }: Omit<Row<'ledger'>, 'id' | 'keyId' | 'createdAt'> & { at: number },
): Promise<void> {
  await trx
    .insertInto('ledger')
    .values({ ...entry, keyId, createdAt })
    .execute();
}

/** What was transcribed on one day (UTC) and what it cost. */
type UsageDay = { date: string; transcriptions: number; seconds: number; points: number };

/** Totals over completed jobs and the ledger; `keyId` null covers all keys. */
export function createUsageRepository(db: Database) {
  return {
    async days(keyId: string | null, after: number): Promise<UsageDay[]> {
      let query = db
        .selectFrom('transcriptions')
        .select(({ fn }) => [
          dialectOf(db).day('completedAt').as('date'),
          fn.countAll<number>().as('transcriptions'),
          sql<number>`CAST(COALESCE(SUM(duration_ms), 0) AS BIGINT) / 1000`.as('seconds'),
          fn.sum<number>('pointsSpent').as('points'),
        ])
        .where('status', '=', 'completed')
        .where('completedAt', '>=', after)
        .groupBy('date')
        .orderBy('date');
      if (keyId !== null) query = query.where('keyId', '=', keyId);
      return query.execute();
    },

    available: (keyId: string): Promise<number> => availablePoints(db, keyId),

    /** Points spent, and points reserved for unfinished jobs, as positive numbers. */
    async spent(keyId: string | null): Promise<{ spent: number; reserved: number }> {
      let query = db
        .selectFrom('ledger')
        .select([
          sql<number>`COALESCE(SUM(CASE WHEN kind = 'settle' THEN -points END), 0)`.as('spent'),
          sql<number>`COALESCE(SUM(CASE WHEN kind IN ('reserve', 'release') THEN -points END), 0)`.as(
            'reserved',
          ),
        ]);
      if (keyId !== null) query = query.where('keyId', '=', keyId);
      return query.executeTakeFirstOrThrow();
    },
  };
}
