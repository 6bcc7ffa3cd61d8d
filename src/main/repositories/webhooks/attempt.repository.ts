import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { type DeliveryOutcome, WebhookEventType } from '../../../shared/webhooks.ts';
import { failpoint } from '../../failpoint.ts';
import type { Database } from '../database.ts';
import { isThere, ofNoNode } from '../node-condition.ts';
import { later, wordingOf } from '../wording.ts';
import { appendEvent, type NewEvent } from './outbox.ts';

/** An event being sent: the row of this attempt is stored before anything is sent. */
export type Attempt = {
  eventId: string;
  /** Null for a test. */
  transcriptionId: string | null;
  /** The `X-Service-Delivery` header, unique per attempt. */
  deliveryId: string;
  number: number;
  /** Whether no retry follows. */
  once: boolean;
  type: WebhookEventType;
  url: string;
  host: string;
  allowHttpLoopback: boolean;
  /** The stored bytes. */
  body: Uint8Array;
  startedAt: number;
};

export type AttemptEnd = {
  outcome: Exclude<DeliveryOutcome, 'sending'>;
  statusCode: number | null;
  endedAt: number;
  /** When the next attempt starts; null if none follows. */
  dueAt: number | null;
};

/** A system clock that was wrong was so by more than this. */
const CLOCK_SLACK_MS = 10_000;

/** An attempt that was interrupted before its result was stored. */
type LostAttempt = Pick<Attempt, 'eventId' | 'deliveryId' | 'number' | 'once' | 'startedAt'>;

/**
 * Events as the sender sees them: claimed, sent, ended. The users' side is event.repository.ts. `nodeOf` is the service,
 * of several on one database.
 */
export function createAttemptRepository(db: Database, nodeOf: () => string | null = () => null) {
  return {
    /**
     * Limits the wait of events with `failures` failures to `latest`, in case the system clock was wrong when they
     * failed. A wait that is hardly longer began after `latest` was computed.
     */
    async capWait(failures: number, latest: number): Promise<void> {
      await db
        .updateTable('events')
        .set({ due_at: latest })
        .where('status', '=', 'pending')
        .where('attempts', '=', failures)
        .where('due_at', '>', latest + CLOCK_SLACK_MS)
        .execute();
    },

    /** Starts an attempt for the event that has been due longest and whose host is not busy. */
    async claim(now: number, busyHosts: readonly string[]): Promise<Attempt | null> {
      return db.transaction().execute(async (trx) => {
        const due = selectEvent(trx)
          .where('status', '=', 'pending')
          .where('due_at', '<=', now)
          .where('host', 'not in', ['', ...busyHosts])
          .where(isThere(nodeOf()))
          .orderBy('due_at')
          .limit(1);
        await wordingOf(trx).queueUp(trx, 'deliveries');
        const event = await due.executeTakeFirst();
        return event ? begin(trx, event, { now, node: nodeOf() }) : null;
      });
    },

    /** Stores an event and starts its attempt at once. */
    async claimNew(event: NewEvent): Promise<Attempt> {
      return db.transaction().execute(async (trx) => {
        const id = await appendEvent(trx, event);
        const row = await selectEvent(trx).where('id', '=', id).executeTakeFirstOrThrow();
        return begin(trx, row, { now: event.at, node: nodeOf() });
      });
    },

    /**
     * A delivered event stays delivered, even if sending it again fails. An attempt never ends before it started, even
     * if the system clock was set back. One whose sender was taken for dead has ended before.
     */
    async end(attempt: { eventId: string; deliveryId: string }, end: AttemptEnd): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const ended = await trx
          .updateTable('deliveries')
          .set({
            ended_at: later('started_at', sql`${end.endedAt}`),
            outcome: end.outcome,
            status_code: end.statusCode,
          })
          .where('id', '=', attempt.deliveryId)
          .where('outcome', '=', 'sending')
          .executeTakeFirst();
        failpoint('attempt.ending');
        if (ended.numUpdatedRows === 0n) return;
        const delivered = await trx
          .selectFrom('deliveries')
          .select('id')
          .where('event_id', '=', attempt.eventId)
          .where('outcome', '=', 'ok')
          .executeTakeFirst();
        const over = delivered ? 'delivered' : 'failed';
        await trx
          .updateTable('events')
          .set({ status: end.dueAt === null ? over : 'pending', due_at: end.dueAt, once: 0 })
          .where('id', '=', attempt.eventId)
          .where('status', '=', 'sending')
          .execute();
      });
    },

    /** Attempts that a process was sending when it ended. */
    async lost(): Promise<LostAttempt[]> {
      const rows = await db
        .selectFrom('deliveries')
        .innerJoin('events', 'events.id', 'deliveries.event_id')
        .select(['event_id', 'deliveries.id', 'attempt', 'once', 'started_at'])
        .where('outcome', '=', 'sending')
        .where(ofNoNode())
        .execute();
      return rows.map((row) => ({
        eventId: row.event_id,
        deliveryId: row.id,
        number: row.attempt,
        once: row.once === 1,
        startedAt: row.started_at,
      }));
    },
  };
}

const Flag = z.literal([0, 1]).transform((value) => value === 1);

function selectEvent(trx: Database) {
  return trx
    .selectFrom('events')
    .select(['id', 'transcription_id', 'type', 'url', 'host', 'allow_http_loopback'])
    .select(['attempts', 'once'])
    .select(wordingOf(trx).bytesOf('body').as('body'));
}

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvent>['executeTakeFirstOrThrow']>>;

async function begin(
  trx: Database,
  event: EventRow,
  { now, node }: { now: number; node: string | null },
): Promise<Attempt> {
  const attempt: Attempt = {
    eventId: event.id,
    transcriptionId: event.transcription_id,
    deliveryId: randomUUID(),
    number: event.attempts + 1,
    once: Flag.parse(event.once),
    type: WebhookEventType.parse(event.type),
    url: event.url,
    host: event.host,
    allowHttpLoopback: Flag.parse(event.allow_http_loopback),
    body: event.body,
    startedAt: now,
  };
  await trx
    .updateTable('events')
    .set({ status: 'sending', attempts: attempt.number, due_at: null })
    .where('id', '=', event.id)
    .execute();
  failpoint('attempt.storing');
  await trx
    .insertInto('deliveries')
    .values({
      id: attempt.deliveryId,
      event_id: event.id,
      attempt: attempt.number,
      started_at: now,
      outcome: 'sending',
      node_id: node,
    })
    .execute();
  return attempt;
}
