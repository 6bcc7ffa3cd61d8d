/** The delivery log of webhooks, and testing them. */
import {
  ListDeliveriesQuery,
  TestWebhook,
  WebhookEvent,
  WebhookEventDetail,
  WebhookEventList,
  WebhookSink,
  WebhookTestResult,
} from '../webhooks.ts';
import type { Route } from './route.ts';
import { at, body, IdParam, json } from './route-parts.ts';

export const webhookRoutes = {
  listDeliveries: {
    ...at('get', '/v1/webhooks/deliveries', 'read'),
    summary: 'List webhook events with their attempts, newest first',
    description: 'Those of the transcriptions that the key sees, and tests.',
    request: { query: ListDeliveriesQuery },
    responses: { 200: json('A page of them, without bodies.', WebhookEventList) },
  },
  getDelivery: {
    ...at('get', '/v1/webhooks/deliveries/{id}', 'read'),
    summary: 'Get a webhook event with its body',
    description: 'The body is what every attempt has sent or will send.',
    request: { params: IdParam },
    responses: { 200: json('The event.', WebhookEventDetail) },
  },
  redeliver: {
    ...at('post', '/v1/webhooks/deliveries/{id}/redeliver', 'write'),
    summary: 'Send a webhook event now, also when it was delivered or given up',
    description: 'The body is the same, the delivery id a new one.',
    request: { params: IdParam },
    responses: { 200: json('It is about to be sent.', WebhookEvent) },
  },
  testWebhook: {
    ...at('post', '/v1/webhooks/test', 'write'),
    summary: 'Send a test event once, now, and say how it went',
    description: 'The body is that of an invented transcription. Nothing is tried again.',
    request: body(TestWebhook),
    responses: { 200: json('It was tried.', WebhookTestResult) },
  },
  getSink: {
    ...at('get', '/v1/webhooks/sink', 'read'),
    summary: 'Get the address of a built-in receiver, and what it received',
    description:
      'Give its address as `webhook_url` to see what arrives without a server of your own.',
    responses: { 200: json('The newest fifty.', WebhookSink) },
  },
} as const satisfies Record<string, Route>;
