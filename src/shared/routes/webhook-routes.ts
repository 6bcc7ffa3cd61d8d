/** What became of the webhooks, and trying them. */

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
import { bearer, body, failure, IdParam, json } from './route-parts.ts';

/** What was sent to webhooks, and trying them. */
export const webhookRoutes = {
  listDeliveries: {
    method: 'get',
    path: '/v1/webhooks/deliveries',
    summary: 'List webhook events with their attempts, newest first',
    security: bearer,
    request: { query: ListDeliveriesQuery },
    responses: { 200: json('A page of them, without bodies.', WebhookEventList), default: failure },
  },
  getDelivery: {
    method: 'get',
    path: '/v1/webhooks/deliveries/{id}',
    summary: 'Get a webhook event with its body',
    security: bearer,
    request: { params: IdParam },
    responses: { 200: json('The event.', WebhookEventDetail), default: failure },
  },
  redeliver: {
    method: 'post',
    path: '/v1/webhooks/deliveries/{id}/redeliver',
    summary: 'Send a webhook event now, also when it was delivered or given up',
    security: bearer,
    request: { params: IdParam },
    responses: { 200: json('It is about to be sent.', WebhookEvent), default: failure },
  },
  testWebhook: {
    method: 'post',
    path: '/v1/webhooks/test',
    summary: 'Send a test event once, now, and say how it went',
    security: bearer,
    request: body(TestWebhook),
    responses: { 200: json('It was tried.', WebhookTestResult), default: failure },
  },
  getSink: {
    method: 'get',
    path: '/v1/webhooks/sink',
    summary: 'Get the address of a built-in receiver, and what it received',
    security: bearer,
    responses: { 200: json('The newest fifty.', WebhookSink), default: failure },
  },
} as const satisfies Record<string, Route>;
