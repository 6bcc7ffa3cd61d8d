import { sql } from 'kysely';
import type { WebhookEventType } from '../../../shared/webhooks.ts';
import { newEventId } from '../../ids.ts';
import type { Database } from '../database.ts';
import type { Owner } from '../view.ts';

export type NewEvent = {
  /** Null for a test, which belongs to no transcription. */
  transcriptionId: string | null;
  type: WebhookEventType;
  url: string;
  /** Whether the URL was given with a test key, which may name http on loopback. */
  allowHttpLoopback: boolean;
  /** JSON in UTF-8. Stored once; every attempt sends these bytes. */
  body: Uint8Array;
  at: number;
  /** Whose it is: the transcription's owner, or who asked for the test. */
  owner: Owner;
};

/**
 * Adds an event that is due at once. Call it in the transaction that ends the transcription, so that there is an
 * event if and only if there is an end. A transcription has one event in its life: if there is one, it stays.
 * Returns the event's id.
 */
export async function appendEvent(trx: Database, event: NewEvent): Promise<string> {
  const row = await trx
    .insertInto('events')
    .values({
      id: newEventId(),
      transcription_id: event.transcriptionId,
      type: event.type,
      url: event.url,
      host: new URL(event.url).host,
      allow_http_loopback: event.allowHttpLoopback ? 1 : 0,
      // The column holds text. Of a long body a string would be a copy more.
      body: sql<string>`CAST(${event.body} AS TEXT)`,
      status: 'pending',
      attempts: 0,
      due_at: event.at,
      created_at: event.at,
      key_id: event.owner.keyId,
      test: event.owner.test ? 1 : 0,
      once: event.type === 'webhook.test' ? 1 : 0,
    })
    // Written to itself, because DO NOTHING would return no row.
    .onConflict((conflict) =>
      conflict.column('transcription_id').doUpdateSet({ body: sql<string>`events.body` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
