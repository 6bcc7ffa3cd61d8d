/** One attempt at a webhook with the service's own rules, from a service on `OUR_PORT`. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Clock, systemClock } from '../../../src/main/core/clock.ts';
import { loadConfig } from '../../../src/main/core/config.ts';
import {
  type SendOptions,
  type SendResult,
  sendWebhook,
} from '../../../src/main/queue/after/send-webhook.ts';
import { createWebhookTargets } from '../../../src/main/queue/after/webhook-delivery.ts';
import { type Authority, type Certificate, createAuthority } from '../servers/certificates.ts';
import {
  type ReceiverAnswer,
  startReceiver,
  type WebhookReceiver,
} from '../servers/webhook-receiver.ts';

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

/** Receivers with certificates of an authority of the file's own, closed after each test. */
export function openReceivers() {
  const open: WebhookReceiver[] = [];
  let authority: Authority;
  let good: Certificate;
  beforeAll(() => {
    authority = createAuthority();
    good = authority.issue('DNS:localhost,IP:127.0.0.1');
  });
  afterAll(() => authority.remove());
  afterEach(async () => {
    for (const receiver of open.splice(0)) await receiver.close();
  });
  return {
    authority: () => authority,
    /** `null` speaks plain HTTP; by default the certificate is good. */
    async receive(answer: ReceiverAnswer, certificate: Certificate | null = good) {
      const receiver = await startReceiver(certificate, answer);
      open.push(receiver);
      return receiver;
    },
  };
}
