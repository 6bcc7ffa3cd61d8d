import { sql } from 'kysely';
import type { WebhookEventType } from '../../../shared/webhooks.ts';
import { newEventId } from '../../core/ids.ts';
import type { Database } from '../database.ts';
import type { Owner } from '../row-visibility.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { Row } from '../tables.ts';
import type { NextRow } from '../tasks/sqlite-tasks.ts';
import type { Tasks } from '../tasks/tasks.ts';

export type NewEvent = Pick<Row<'events'>, 'transcriptionId' | 'url'> & {
  type: WebhookEventType;
  /** Whether the URL was given with a test key, which may use http on loopback. */
  allowHttpLoopback: boolean;
  /** JSON in UTF-8. Stored once; every attempt sends exactly these bytes. */
  body: Uint8Array;
  at: number;
  /** The transcription's owner, or the one who requested the test. */
  owner: Owner;
};

/**
 * Adds an event and the task to send it, `dueAt` or at once. Call it in the transaction that ends the transcription, so
 * that an event exists if and only if the transcription has ended. A transcription has at most one event: an existing
 * one is kept. Returns the event's id.
 */
export async function appendEvent(
  trx: Database,
  tasks: Pick<Tasks, 'add'>,
  event: NewEvent,
  dueAt = event.at,
): Promise<string> {
  const { transcriptionId, type, url, owner } = event;
  const { host } = new URL(url);
  const row = await trx
    .insertInto('events')
    .values({
      ...{ id: newEventId(), transcriptionId, type, url, host, dueAt, createdAt: event.at },
      allowHttpLoopback: event.allowHttpLoopback ? 1 : 0,
      // The column is TEXT; converting a long body to a string would make another copy.
      body: dialectOf(trx).textOf(event.body),
      status: 'pending',
      attempts: 0,
      keyId: owner.keyId,
      test: owner.test ? 1 : 0,
      once: type === 'webhook.test' ? 1 : 0,
    })
    // Updates the row to itself, because DO NOTHING would return no row.
    .onConflict((conflict) =>
      conflict.column('transcriptionId').doUpdateSet({ body: sql<string>`events.body` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await tasks.add(trx, 'webhook', [{ key: row.id, group: host, dueAt }]);
  return row.id;
}

/** The ids of a transcription's events, which go with it. */
export async function eventsOf(trx: Database, transcriptionId: string): Promise<string[]> {
  const events = trx.selectFrom('events').where('transcriptionId', '=', transcriptionId);
  return (await events.select('id').execute()).map(({ id }) => id);
}

/**
 * The event to send next, in a database file: first what a crash interrupted, then what has been due longest and whose
 * host is not busy.
 */
export const nextEvent: NextRow = async (db, { now, exceptKeys, exceptGroups }) => {
  const events = db
    .selectFrom('events')
    .select(['id as key', 'host as group'])
    .where('id', 'not in', ['', ...exceptKeys])
    .orderBy('dueAt')
    .limit(1);
  const left = await events
    .where('status', '=', 'sending')
    .where((row) => row.or([row('dueAt', 'is', null), row('dueAt', '<=', now)]))
    .executeTakeFirst();
  if (left) return left;
  const due = await events
    .where('status', '=', 'pending')
    .where('dueAt', '<=', now)
    .where('host', 'not in', ['', ...exceptGroups])
    .executeTakeFirst();
  return due ?? null;
};
