import type { Database } from '../database.ts';

/** A caller's idempotency key, and a hash of the request it was used for. */
export type Idempotency = { owner: string; name: string; requestHash: string };

/** How long a key is remembered. */
const REMEMBERED_MS = 24 * 60 * 60_000;

/** Stores the result of a request, in the transaction that created it. */
export async function rememberRequest(
  trx: Database,
  { owner, name, requestHash }: Idempotency,
  transcriptionId: string,
  at: number,
): Promise<void> {
  const used = { request_hash: requestHash, transcription_id: transcriptionId, created_at: at };
  await trx
    .insertInto('idempotency_keys')
    .values({ owner, name, ...used })
    .onConflict((conflict) => conflict.columns(['owner', 'name']).doUpdateSet(used))
    .execute();
}

/** The earlier request with the same key, while it is still valid. */
export async function findRequest(trx: Database, { owner, name }: Idempotency, now: number) {
  const row = await trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'transcription_id'])
    .where('owner', '=', owner)
    .where('name', '=', name)
    .where('created_at', '>', now - REMEMBERED_MS)
    .executeTakeFirst();
  return row ?? null;
}
