import { z } from 'zod';
import type { WebhookEvent, WebhookSink } from '../../../shared/webhooks.ts';
import type { StoredEvent } from '../../repositories/webhooks/event.repository.ts';
import { isOwner, type Principal } from '../principal.ts';
import { hideCredentials, hidePath } from '../secrets.ts';
import type { SunkDelivery } from './sink.ts';

/** What of a body is its owner's alone. */
const Sent = z.object({ webhook_url: z.string(), source: z.object({ url: z.string() }) });

/** An event as the API shows it to somebody. */
export function toWebhookEvent(event: StoredEvent, principal: Principal): WebhookEvent {
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

/** The stored body; strangers do not learn from it where it goes, or what opens its source. */
export function bodyFor(principal: Principal, event: StoredEvent, body: string): string {
  if (isOwner(principal, event)) return body;
  const { source, webhook_url } = Sent.parse(JSON.parse(body));
  return body
    .replaceAll(JSON.stringify(webhook_url), JSON.stringify(hidePath(webhook_url)))
    .replaceAll(JSON.stringify(source.url), JSON.stringify(hideCredentials(source.url)));
}

/** What test deliveries have reached us, as the API gives it. */
export function toWebhookSink(sink: { url: string; deliveries: SunkDelivery[] }): WebhookSink {
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
