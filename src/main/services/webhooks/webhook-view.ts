import type { WebhookEvent, WebhookSink } from '../../../shared/webhooks.ts';
import type { StoredEvent } from '../../repositories/webhooks/event.repository.ts';
import type { SunkDelivery } from './sink.ts';

/** An event as the API shows it. */
export function toWebhookEvent(event: StoredEvent): WebhookEvent {
  return {
    id: event.id,
    transcription_id: event.transcriptionId,
    type: event.type,
    url: event.url,
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
