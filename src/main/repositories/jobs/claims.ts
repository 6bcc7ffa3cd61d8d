import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type Claim, StaleClaimError } from './job.repository.ts';

/** Lets a transaction go on only while the worker still holds the job. @throws StaleClaimError */
export async function assertClaim(db: Database, claim: Claim): Promise<void> {
  const row = await db
    .selectFrom('transcriptions')
    .select(sql<number>`1`.as('valid'))
    .where('id', '=', claim.id)
    .where('epoch', '=', claim.epoch)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  if (!row) throw new StaleClaimError(claim);
}
