/** What is sent to webhook receivers, and how the API shows it. */
import { z } from 'zod';
import { decimal } from './decimal.ts';

export const WebhookEventType = z
  .enum(['transcription.completed', 'transcription.failed', 'webhook.test'])
  .meta({ id: 'WebhookEventType' });
export type WebhookEventType = z.infer<typeof WebhookEventType>;

export const DeliveryOutcome = z
  .enum([
    'sending',
    'ok',
    'http',
    'timeout',
    'tls_error',
    'connection_error',
    'blocked_address',
    'interrupted',
  ])
  .describe(
    '`ok`: a 2xx status within 10 seconds. `http`: another status. `interrupted`: Steno stopped meanwhile.',
  )
  .meta({ id: 'DeliveryOutcome' });
export type DeliveryOutcome = z.infer<typeof DeliveryOutcome>;

/** One request to a receiver. */
const DeliveryAttempt = z
  .object({
    id: z.uuid().describe('What the receiver got as `X-Service-Delivery`.'),
    attempt: z.int().positive().describe('1, 2, 3 …'),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    outcome: DeliveryOutcome,
    status_code: z.int().nullable(),
  })
  .meta({ id: 'DeliveryAttempt' });

export const WebhookStatus = z
  .enum(['pending', 'sending', 'delivered', 'failed'])
  .describe('`failed`: all attempts failed and none follows by itself.')
  .meta({ id: 'WebhookStatus' });
export type WebhookStatus = z.infer<typeof WebhookStatus>;

/** An event for one receiver, with its attempts. */
export const WebhookEvent = z
  .object({
    id: z.string().describe('`evt_` and 22 letters or digits.'),
    transcription_id: z.string().nullable().describe('Null for a test.'),
    type: WebhookEventType,
    url: z.string(),
    status: WebhookStatus,
    due_at: z.iso.datetime().nullable().describe('When the next attempt begins.'),
    created_at: z.iso.datetime(),
    attempts: z.array(DeliveryAttempt).describe('The first one first.'),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const WebhookEventDetail = WebhookEvent.extend({
  body: z.string().describe('The very bytes that every attempt sends.'),
}).meta({ id: 'WebhookEventDetail' });
export type WebhookEventDetail = z.infer<typeof WebhookEventDetail>;

export const ListDeliveriesQuery = z.object({
  transcription_id: z.string().max(64).optional(),
  limit: decimal(z.number().int().min(1).max(100)).default(20),
  cursor: z.string().max(200).optional().describe('`next_cursor` of the page before.'),
});
export type ListDeliveriesQuery = z.infer<typeof ListDeliveriesQuery>;

export const WebhookEventList = z
  .object({
    data: z.array(WebhookEvent),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'WebhookEventList' });
export type WebhookEventList = z.infer<typeof WebhookEventList>;

export const TestWebhook = z.strictObject({ url: z.string() }).meta({ id: 'TestWebhook' });
export type TestWebhook = z.infer<typeof TestWebhook>;

export const WebhookTestResult = z
  .object({
    event_id: z.string(),
    delivery_id: z.uuid(),
    outcome: DeliveryOutcome,
    status_code: z.int().nullable(),
    latency_ms: z.int().nonnegative().describe('Until the status was there, or until it failed.'),
  })
  .meta({ id: 'WebhookTestResult' });
export type WebhookTestResult = z.infer<typeof WebhookTestResult>;

/** The built-in receiver, for trying webhooks. */
export const WebhookSink = z
  .object({
    url: z.url().describe('Keeps what is sent to it; new with each start of Steno.'),
    deliveries: z
      .array(
        z.object({
          received_at: z.iso.datetime(),
          headers: z.record(z.string(), z.string()),
          body: z.string(),
        }),
      )
      .describe('The newest first.'),
  })
  .meta({ id: 'WebhookSink' });
export type WebhookSink = z.infer<typeof WebhookSink>;
