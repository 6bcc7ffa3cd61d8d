import type { Clock } from '../clock.ts';
import type { EventBus } from '../events.ts';
import type { Logger } from '../logger.ts';
import { createDelivery, DELIVERY_CONCURRENCY } from '../queue/delivery.ts';
import { createWebhookTargets } from '../queue/webhook-targets.ts';
import { createWorker } from '../queue/worker.ts';
import type { Database } from '../repositories/database.ts';
import { createAttemptRepository } from '../repositories/webhooks/attempt.repository.ts';
import { createEventRepository } from '../repositories/webhooks/event.repository.ts';
import { createSink } from '../services/webhooks/sink.ts';
import { createWebhookService } from '../services/webhooks/webhook.service.ts';
import { checkWebhook } from './address-checks.ts';

/** Builds what sends webhooks, beside the composition root: the outbox's reader, its worker and its service. */
export function createWebhookParts({
  db,
  events,
  port,
  allowPrivate,
  localUrl,
  baseUrl,
  clock,
  logger,
}: {
  db: Database;
  events: EventBus;
  port: () => number;
  /** Whether receivers may be on this machine and its network. */
  allowPrivate: boolean;
  /** How this machine reaches the service, and how callers do. */
  localUrl: () => string;
  baseUrl: () => string;
  clock: Clock;
  logger: Logger;
}) {
  const sink = createSink({ baseUrl: localUrl });
  const delivery = createDelivery({
    attempts: createAttemptRepository(db),
    openTarget: createWebhookTargets({ ownPort: port, allowPrivate, isSink: sink.isSink }),
    clock,
    logger,
  });
  const worker = createWorker({
    claim: delivery.claim,
    run: delivery.run,
    onError: (error) => logger.error({ err: error }, 'the outbox stumbled'),
    concurrency: DELIVERY_CONCURRENCY,
    clock,
  });
  // The end of a transcription is announced after its event is stored.
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'transcription' && event.transcription.completed_at !== null) worker.nudge();
    if (event.type === 'transcription_deleted') sink.forget(event.id);
  });

  return {
    service: createWebhookService({
      events: createEventRepository(db),
      delivery: { nudge: worker.nudge, sendNow: delivery.sendNow },
      checkAddress: (url, principal) =>
        checkWebhook(url, principal, { allowPrivate, ownPort: port() }),
      sink,
      clock,
      baseUrl,
    }),

    /** Before anything else is sent or asked for: counts what a crash interrupted. */
    recover: delivery.recover,
    start: worker.start,

    async stop(): Promise<void> {
      unsubscribe();
      delivery.stop();
      await worker.stop();
    },
  };
}
