import { sql } from 'kysely';
import { DeliveryOutcome, WebhookEventType, type WebhookStatus } from '../../../shared/webhooks.ts';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../database.ts';
import { type Owner, seenIn, type View } from '../row-visibility.ts';
import { dialectOf } from '../sql-dialect.ts';
import type { Tasks } from '../tasks/tasks.ts';

/** An event and its delivery status, without its body, which may be large. */
export type StoredEvent = Owner & {
  id: string;
  /** Increases with each event. */
  seq: number;
  transcriptionId: string | null;
  type: WebhookEventType;
  url: string;
  status: WebhookStatus;
  dueAt: number | null;
  createdAt: number;
  attempts: StoredAttempt[];
};

type StoredAttempt = {
  id: string;
  number: number;
  startedAt: number;
  endedAt: number | null;
  outcome: DeliveryOutcome;
  statusCode: number | null;
};

/** Events as users see them: listed, viewed, sent again. The sender's side is attempt.repository.ts. */
export function createEventRepository(db: Database, tasks: Pick<Tasks, 'add' | 'cancel'>) {
  const select = (trx: Database, view: View) =>
    trx
      .selectFrom('events')
      .select(['id', 'transcription_id', 'key_id', 'test', 'type', 'url', 'status', 'due_at'])
      .select(['created_at', 'seq'])
      .where(seenIn(view, 'events'));
  type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

  const attemptsOf = async (trx: Database, eventId: string): Promise<StoredAttempt[]> => {
    const rows = await trx
      .selectFrom('deliveries')
      .selectAll()
      .where('event_id', '=', eventId)
      .orderBy('attempt')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      number: row.attempt,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      outcome: DeliveryOutcome.parse(row.outcome),
      statusCode: row.status_code,
    }));
  };

  const toEvent = async (trx: Database, row: Row): Promise<StoredEvent> => ({
    id: row.id,
    seq: row.seq,
    transcriptionId: row.transcription_id,
    keyId: row.key_id,
    test: row.test === 1,
    type: WebhookEventType.parse(row.type),
    url: row.url,
    status: row.status,
    dueAt: row.status === 'pending' ? row.due_at : null,
    createdAt: row.created_at,
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
          query = query.where('transcription_id', '=', transcriptionId);
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
            due_at: now,
            once: sql<number>`CASE status WHEN 'pending' THEN once ELSE 1 END`,
          })
          .where('id', '=', id)
          .where('status', '!=', 'sending')
          .returning('host')
          .executeTakeFirst();
        if (!event) {
          throw new AppError('wrong_state', { message: 'The event is being sent right now.' });
        }
        await tasks.add(trx, 'webhook', [{ key: id, group: event.host }]);
      });
    },
  };
}
