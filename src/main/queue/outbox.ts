import type { Core } from '../core.ts';
import { createDelivery, DELIVERY_CONCURRENCY } from './delivery.ts';
import { createWebhookTargets } from './webhook-targets.ts';
import { createWorker } from './worker.ts';

/** Sends the webhooks that are stored, each when it is due. */
export function createOutbox(core: Core, { isSink }: { isSink: (url: string) => boolean }) {
  const { events, clock, logger, onStop } = core;
  const delivery = createDelivery(core, { openTarget: createWebhookTargets(core, { isSink }) });
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
  });
  onStop(async () => {
    unsubscribe();
    delivery.stop();
    await worker.stop();
  });
  return {
    nudge: worker.nudge,
    sendNow: delivery.sendNow,
    /** Before anything else is sent or asked for: counts what a crash interrupted. */
    recover: delivery.recover,
    start: worker.start,
  };
}
