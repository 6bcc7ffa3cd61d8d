import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { type DeliveryOutcome, WebhookEventType } from '../../../shared/webhooks.ts';
import { failpoint } from '../../core/failpoint.ts';
import type { Database } from '../database.ts';
import { dialectOf, later } from '../sql-dialect.ts';
import type { Row } from '../tables.ts';
import type { NewTask, Task, Tasks } from '../tasks/tasks.ts';
import { appendEvent, type NewEvent } from './outbox.ts';

/** An event being sent: the row of this attempt is stored before anything is sent. */
export type Attempt = Pick<Row<'events'>, 'transcriptionId' | 'url' | 'host'> & {
  eventId: string;
  /** The `X-Service-Delivery` header, unique per attempt. */
  deliveryId: string;
  number: number;
  /** Whether no retry follows. */
  once: boolean;
  type: WebhookEventType;
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
/** As many as a statement may name; more are there at the next look. */
const CAPPED_AT_ONCE = 1000;
/** Longer than an attempt may take: one whose end is not stored by then was interrupted. */
const LONGEST_MS = 30_000;

/**
 * Events as the sender sees them: attempts begin, and end. The users' side is event.repository.ts. An event that is
 * being sent is due (null: at once) for whoever finds that nobody works on it any more.
 */
export function createAttemptRepository(db: Database, tasks: Tasks) {
  return {
    /**
     * Limits the waits of events to the delay after their failures, in case the system clock was wrong when they
     * failed. A wait that is hardly longer began after `now` was read.
     */
    async capWaits(now: number, delays: readonly number[]): Promise<void> {
      const latest = sql<number>`CASE attempts ${sql.join(
        delays.map((delay, failures) => sql`WHEN ${failures} THEN ${now + delay}`),
        sql` `,
      )} ELSE due_at END`;
      const tooLate = sql<boolean>`status = 'pending' AND due_at > ${now + CLOCK_SLACK_MS}
        AND due_at > ${latest} + ${CLOCK_SLACK_MS}`;
      const late = db.selectFrom('events').select('id').where(tooLate).limit(CAPPED_AT_ONCE);
      const found = await late.execute();
      if (found.length === 0) return;
      const keys = found.map(({ id }) => id);
      await db.transaction().execute(async (trx) => {
        await tasks.cancel(trx, 'webhook', keys);
        const capped = await trx
          .updateTable('events')
          .set({ dueAt: latest })
          .where(tooLate)
          .where('id', 'in', keys)
          .returning(['id', 'host', 'dueAt'])
          .execute();
        await tasks.add(trx, 'webhook', capped.map(toTask));
      });
    },

    /** Adds the tasks that are missing, because the events come from a database that has none. */
    async adopt(): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const events = await trx
          .selectFrom('events')
          .select(['id', 'host', 'dueAt'])
          .where('status', 'in', ['pending', 'sending'])
          .execute();
        await tasks.add(trx, 'webhook', events.map(toTask));
      });
    },

    /**
     * Starts an attempt; null if there is nothing to send. An event that is being sent already is that of a process
     * that ended: `wasLeft`, and nothing is started.
     */
    async begin(task: Task, now: number): Promise<{ attempt: Attempt; wasLeft: boolean } | null> {
      return db.transaction().execute(async (trx) => {
        await tasks.hold(trx, task);
        const event = await selectEvent(trx).where('id', '=', task.key).executeTakeFirst();
        if (event?.status === 'sending') {
          return { attempt: toAttempt(event, await leftOf(trx, event.id)), wasLeft: true };
        }
        if (event?.status === 'pending') {
          return { attempt: await begin(trx, event, { now, dueAt: null }), wasLeft: false };
        }
        await tasks.settle(trx, task);
        return null;
      });
    },

    /** Stores an event and starts its attempt at once. Its task comes only if this process does not end the attempt. */
    async beginNew(event: NewEvent): Promise<Attempt> {
      return db.transaction().execute(async (trx) => {
        const dueAt = event.at + LONGEST_MS;
        const id = await appendEvent(trx, tasks, event, dueAt);
        const row = await selectEvent(trx).where('id', '=', id).executeTakeFirstOrThrow();
        return begin(trx, row, { now: event.at, dueAt });
      });
    },

    /**
     * A delivered event stays delivered, even if sending it again fails. An attempt never ends before it started, even
     * if the system clock was set back. `task` is null for an attempt begun without one: where its own task ended it
     * before, nothing is stored.
     * @throws LostTaskError if another has the task now, or the event was deleted
     */
    async end(attempt: Attempt, end: AttemptEnd, task: Task | null): Promise<void> {
      const { eventId, host } = attempt;
      const { endedAt, outcome, statusCode, dueAt } = end;
      await db.transaction().execute(async (trx) => {
        if (task) await tasks.settle(trx, task);
        const ended = await trx
          .updateTable('deliveries')
          .set({ endedAt: later('startedAt', sql`${endedAt}`), outcome, statusCode })
          .where(({ and }) => and({ id: attempt.deliveryId, outcome: 'sending' }))
          .executeTakeFirst();
        failpoint('attempt.ending');
        if (ended.numUpdatedRows === 0n) return;
        if (!task) await tasks.cancel(trx, 'webhook', [eventId]);
        const delivered = await trx
          .selectFrom('deliveries')
          .select('id')
          .where(({ and }) => and({ eventId, outcome: 'ok' }))
          .executeTakeFirst();
        const over = delivered ? 'delivered' : 'failed';
        await trx
          .updateTable('events')
          .set({ status: dueAt === null ? over : 'pending', dueAt, once: 0 })
          .where(({ and }) => and({ id: eventId, status: 'sending' }))
          .execute();
        if (dueAt !== null) await tasks.add(trx, 'webhook', [{ key: eventId, group: host, dueAt }]);
      });
    },
  };
}

const Flag = z.literal([0, 1]).transform((value) => value === 1);

function toTask({ id, host, dueAt }: Pick<Row<'events'>, 'id' | 'host' | 'dueAt'>): NewTask {
  return { key: id, group: host, ...(dueAt !== null && { dueAt }) };
}

function selectEvent(trx: Database) {
  return trx
    .selectFrom('events')
    .select(['id', 'transcriptionId', 'type', 'url', 'host', 'allowHttpLoopback'])
    .select(['status', 'attempts', 'once'])
    .select(dialectOf(trx).bytesOf('body').as('body'));
}

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvent>['executeTakeFirstOrThrow']>>;
type Begun = Pick<Attempt, 'deliveryId' | 'number' | 'startedAt'>;

/** The attempt whose end nobody stored. */
function leftOf(trx: Database, eventId: string): Promise<Begun> {
  return trx
    .selectFrom('deliveries')
    .select(['id as deliveryId', 'attempt as number', 'startedAt'])
    .where(({ and }) => and({ eventId, outcome: 'sending' }))
    .executeTakeFirstOrThrow();
}

function toAttempt(event: EventRow, begun: Begun): Attempt {
  const { id: eventId, transcriptionId, url, host, body } = event;
  return {
    ...begun,
    ...{ eventId, transcriptionId, url, host, body },
    once: Flag.parse(event.once),
    type: WebhookEventType.parse(event.type),
    allowHttpLoopback: Flag.parse(event.allowHttpLoopback),
  };
}

async function begin(
  trx: Database,
  event: EventRow,
  { now, dueAt }: { now: number; dueAt: number | null },
): Promise<Attempt> {
  const begun = { deliveryId: randomUUID(), number: event.attempts + 1, startedAt: now };
  await trx
    .updateTable('events')
    .set({ status: 'sending', attempts: begun.number, dueAt })
    .where('id', '=', event.id)
    .execute();
  failpoint('attempt.storing');
  await trx
    .insertInto('deliveries')
    .values({
      ...{ id: begun.deliveryId, eventId: event.id, attempt: begun.number },
      ...{ startedAt: now, outcome: 'sending' },
    })
    .execute();
  return toAttempt(event, begun);
}
