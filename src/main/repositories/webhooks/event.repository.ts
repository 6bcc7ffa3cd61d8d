import { sql } from 'kysely';
import { DeliveryOutcome, WebhookEventType } from '../../../shared/webhooks.ts';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import { type Owner, seenIn, type View } from '../row-visibility.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { Row } from '../tables.ts';
import type { Tasks } from '../tasks/tasks.ts';

/** An event and its delivery status, without its body, which may be large. */
export type StoredEvent = Owner &
  Pick<
    Row<'events'>,
    'id' | 'seq' | 'transcriptionId' | 'url' | 'status' | 'dueAt' | 'createdAt'
  > & { type: WebhookEventType; attempts: StoredAttempt[] };

type StoredAttempt = Omit<Row<'deliveries'>, 'eventId' | 'attempt' | 'outcome'> & {
  number: number;
  outcome: DeliveryOutcome;
};

const BEING_SENT = 'The event is being sent right now.';

/** Events as users see them: listed, viewed, sent again. The sender's side is attempt.repository.ts. */
export function createEventRepository(db: Database, tasks: Pick<Tasks, 'add' | 'cancel'>) {
  const select = (trx: Database, view: View) =>
    trx
      .selectFrom('events')
      .select(['id', 'transcriptionId', 'keyId', 'test', 'type', 'url', 'status', 'dueAt'])
      .select(['createdAt', 'seq'])
      .where(seenIn(view, 'events'));
  type EventRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

  const attemptsOf = async (trx: Database, eventId: string): Promise<StoredAttempt[]> => {
    const rows = await trx
      .selectFrom('deliveries')
      .selectAll()
      .where('eventId', '=', eventId)
      .orderBy('attempt')
      .execute();
    return rows.map(({ eventId: _event, attempt: number, ...row }) => ({
      ...row,
      number,
      outcome: DeliveryOutcome.parse(row.outcome),
    }));
  };

  const toEvent = async (trx: Database, row: EventRow): Promise<StoredEvent> => ({
    ...row,
    test: row.test === 1,
    type: WebhookEventType.parse(row.type),
    dueAt: row.status === 'pending' ? row.dueAt : null,
    attempts: await attemptsOf(trx, row.id),
  });

  return {
    /** Newest first; `beforeSeq` continues an earlier page. */
    async list(
      view: View,
      filter: {
        limit: number;
        beforeSeq: number | undefined;
        transcriptionId: string | undefined;
      },
    ): Promise<StoredEvent[]> {
      const { beforeSeq, transcriptionId } = filter;
      return dialectOf(db).together(db, async (trx) => {
        let query = select(trx, view).orderBy('seq', 'desc').limit(filter.limit);
        if (beforeSeq !== undefined) query = query.where('seq', '<', beforeSeq);
        if (transcriptionId !== undefined) {
          query = query.where('transcriptionId', '=', transcriptionId);
        }
        const events: StoredEvent[] = [];
        for (const row of await query.execute()) events.push(await toEvent(trx, row));
        return events;
      });
    },

    find: (view: View, id: string): Promise<StoredEvent | null> =>
      dialectOf(db).together(db, async (trx) => {
        const row = await select(trx, view).where('id', '=', id).executeTakeFirst();
        return row ? toEvent(trx, row) : null;
      }),

    async body(id: string): Promise<string | null> {
      const row = await db
        .selectFrom('events')
        .select('body')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.body ?? null;
    },

    /**
     * Makes an event due at once. If it has attempts left, one of them is used; otherwise it gets a single additional
     * one. @throws wrong_state while it is being sent
     */
    async sendAgain(id: string, now: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await tasks.cancel(trx, 'webhook', [id]);
        const event = await trx
          .updateTable('events')
          .set({
            status: 'pending',
            dueAt: now,
            once: sql<number>`CASE status WHEN 'pending' THEN once ELSE 1 END`,
          })
          .where('id', '=', id)
          .where('status', '!=', 'sending')
          .returning('host')
          .executeTakeFirstOrThrow(() => new AppError('wrong_state', { message: BEING_SENT }));
        await tasks.add(trx, 'webhook', [{ key: id, group: event.host }]);
      });
    },
  };
}
