/** One attempt at a webhook with the service's own rules, from a service on `OUR_PORT`. */
import { type Clock, systemClock } from '../../src/main/clock.ts';
import { loadConfig } from '../../src/main/config.ts';
import { createWebhookTargets } from '../../src/main/queue/delivery.ts';
import { type SendOptions, type SendResult, sendWebhook } from '../../src/main/webhooks/send.ts';

export const OUR_PORT = 4717;
export const WEBHOOK_BODY = JSON.stringify({ id: 'trs_1', text: 'Grüße 👋' });

export function send(
  url: string,
  options: Partial<SendOptions> & { clock?: Clock } = {},
): Promise<SendResult> {
  return sendWebhook({
    url,
    allowHttpLoopback: false,
    event: 'transcription.completed',
    deliveryId: '11111111-1111-4111-8111-111111111111',
    body: Buffer.from(WEBHOOK_BODY),
    openTarget: createWebhookTargets(
      { config: { ...loadConfig({}, {}), allowPrivate: true }, port: () => OUR_PORT },
      { isSink: () => false },
    ),
    clock: systemClock,
    signal: new AbortController().signal,
    ...options,
  });
}
