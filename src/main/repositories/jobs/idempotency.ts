import type { Database } from '../database.ts';
import type { Row } from '../tables.ts';

/** A caller's idempotency key, and a hash of the request it was used for. */
export type Idempotency = Pick<Row<'idempotencyKeys'>, 'owner' | 'name' | 'requestHash'>;

/** How long a key is remembered. */
const REMEMBERED_MS = 24 * 60 * 60_000;

/** Stores the result of a request, in the transaction that created it. */
export async function rememberRequest(
  trx: Database,
  { owner, name, requestHash }: Idempotency,
  transcriptionId: string,
  at: number,
): Promise<void> {
  const used = { requestHash, transcriptionId, createdAt: at };
  await trx
    .insertInto('idempotencyKeys')
    .values({ owner, name, ...used })
    .onConflict((conflict) => conflict.columns(['owner', 'name']).doUpdateSet(used))
    .execute();
}

/** The earlier request with the same key, while it is still valid. */
export async function findRequest(trx: Database, { owner, name }: Idempotency, now: number) {
  const row = await trx
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'transcriptionId'])
    .where(({ and }) => and({ owner, name }))
    .where('createdAt', '>', now - REMEMBERED_MS)
    .executeTakeFirst();
  return row ?? null;
}
