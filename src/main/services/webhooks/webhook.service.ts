import { z } from 'zod';
import type {
  ListDeliveriesQuery,
  WebhookEvent,
  WebhookEventDetail,
  WebhookEventList,
  WebhookSink,
  WebhookTestResult,
} from '../../../shared/webhooks.ts';
import { AppError } from '../../core/errors.ts';
import { newTranscriptionId } from '../../core/ids.ts';
import { toAppError } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import {
  createEventRepository,
  type StoredEvent,
} from '../../repositories/webhooks/event.repository.ts';
import type { NewEvent } from '../../repositories/webhooks/outbox.ts';
import { checkWebhook } from '../address-checks.ts';
import { hideCredentials, hidePath } from '../hide-secrets.ts';
import { notACursor, pageOf } from '../list-page.ts';
import { isOwner, ownerOf, type Principal, viewOf } from '../principal.ts';
import { sampleTranscription } from './sample-transcription.ts';
import type { Sink, SunkDelivery } from './webhook-sink.ts';

export type DeliveryPort = {
  /** Sends an event once, immediately. */
  sendNow(event: NewEvent): Promise<{
    eventId: string;
    deliveryId: string;
    kind: WebhookTestResult['outcome'];
    statusCode: number | null;
    latencyMs: number;
  }>;
};

export type WebhookService = ReturnType<typeof createWebhookService>;

/** The delivery log, redelivery, tests and the sink. */
export function createWebhookService(
  core: Pick<Core, 'db' | 'tasks' | 'config' | 'clock' | 'port' | 'baseUrl'>,
  { delivery, sink }: { delivery: DeliveryPort; sink: Sink },
) {
  const { db, tasks, config, clock, port, baseUrl } = core;
  const events = createEventRepository(db, tasks);
  const { allowPrivate } = config;
  const checkAddress = (url: string, principal: Principal) =>
    checkWebhook(url, principal, { allowPrivate, ownPort: port() });
  const required = async (id: string, principal: Principal): Promise<StoredEvent> => {
    const event = await events.find(viewOf(principal), id);
    if (!event) throw new AppError('not_found', { message: 'There is no event with this id.' });
    return event;
  };

  /** The sink's own URL is always allowed. @throws invalid_url, blocked_address */
  const check = (url: string, principal: Principal): void => {
    if (!sink.isSink(url)) checkAddress(url, principal);
  };

  return {
    check,

    async list(query: ListDeliveriesQuery, principal: Principal): Promise<WebhookEventList> {
      const found = await events.list(viewOf(principal), {
        limit: query.limit + 1,
        beforeSeq: query.cursor === undefined ? undefined : readCursor(query.cursor),
        transcriptionId: query.transcription_id,
      });
      const { rows, ...page } = pageOf(found, query.limit, ({ seq }) => String(seq));
      return { data: rows.map((event) => toWebhookEvent(event, principal)), ...page };
    },

    async get(id: string, principal: Principal): Promise<WebhookEventDetail> {
      const event = await required(id, principal);
      const body = (await events.body(id)) ?? '';
      return { ...toWebhookEvent(event, principal), body: bodyFor(principal, event, body) };
    },

    /** @throws not_found, or wrong_state while it is being sent */
    async redeliver(id: string, principal: Principal): Promise<WebhookEvent> {
      await required(id, principal);
      await events.sendAgain(id, clock.now());
      return toWebhookEvent(await required(id, principal), principal);
    },

    /** Sends one test and returns its outcome. @throws invalid_url, blocked_address */
    async test(url: string, principal: Principal): Promise<WebhookTestResult> {
      try {
        check(url, principal);
      } catch (error) {
        const { code, message } = toAppError(error);
        throw new AppError(code, { param: 'url', message, cause: error });
      }
      const at = clock.now();
      const id = newTranscriptionId();
      const owner = ownerOf(principal);
      const { test } = owner;
      const sample = sampleTranscription({ id, webhookUrl: url, test, baseUrl: baseUrl(), at });
      const sent = await delivery.sendNow({
        transcriptionId: null,
        type: 'webhook.test',
        url,
        allowHttpLoopback: principal.kind === 'window' || principal.test,
        body: Buffer.from(JSON.stringify(sample)),
        at,
        owner,
      });
      return {
        event_id: sent.eventId,
        delivery_id: sent.deliveryId,
        outcome: sent.kind,
        status_code: sent.statusCode,
        latency_ms: sent.latencyMs,
      };
    },

    sink: (principal: Principal): WebhookSink =>
      toWebhookSink(sink.of(ownerOf(principal).keyId ?? 'window')),

    /** Accepts a delivery to a sink. @throws not_found */
    receive(token: string, headers: Record<string, string>, body: string): void {
      if (!sink.receive(token, { receivedAt: clock.now(), headers, body })) {
        throw new AppError('not_found');
      }
    },
  };
}

function readCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw notACursor();
}

/** The parts of a body that only its owner may see. */
const Sent = z.object({ webhook_url: z.string(), source: z.object({ url: z.string() }) });

/** An event as the API shows it to a caller. */
function toWebhookEvent(event: StoredEvent, principal: Principal): WebhookEvent {
  return {
    id: event.id,
    transcription_id: event.transcriptionId,
    type: event.type,
    url: isOwner(principal, event) ? event.url : hidePath(event.url),
    status: event.status,
    due_at: toIso(event.dueAt),
    created_at: new Date(event.createdAt).toISOString(),
    attempts: event.attempts.map((attempt) => ({
      id: attempt.id,
      attempt: attempt.number,
      started_at: new Date(attempt.startedAt).toISOString(),
      ended_at: toIso(attempt.endedAt),
      outcome: attempt.outcome,
      status_code: attempt.statusCode,
    })),
  };
}

/** The stored body; for callers other than the owner, without the webhook's URL and the source's credentials. */
function bodyFor(principal: Principal, event: StoredEvent, body: string): string {
  if (isOwner(principal, event)) return body;
  const { source, webhook_url } = Sent.parse(JSON.parse(body));
  return body
    .replaceAll(JSON.stringify(webhook_url), JSON.stringify(hidePath(webhook_url)))
    .replaceAll(JSON.stringify(source.url), JSON.stringify(hideCredentials(source.url)));
}

/** The test deliveries received by the sink, as the API returns them. */
function toWebhookSink(sink: { url: string; deliveries: SunkDelivery[] }): WebhookSink {
  return {
    url: sink.url,
    deliveries: sink.deliveries.map(({ receivedAt, headers, body }) => ({
      received_at: new Date(receivedAt).toISOString(),
      headers,
      body,
    })),
  };
}

function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
