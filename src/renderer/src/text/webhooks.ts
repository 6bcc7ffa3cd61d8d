import type { DeliveryOutcome, WebhookEvent, WebhookTestResult } from '../../../shared/webhooks.ts';
import { formatWhen } from './format.ts';

const OUTCOMES: Record<DeliveryOutcome, string> = {
  sending: 'being sent',
  ok: 'delivered',
  http: 'refused',
  timeout: 'no answer within 10 seconds',
  tls_error: 'its certificate is not valid',
  connection_error: 'could not connect',
  blocked_address: 'its address is not allowed',
  interrupted: 'Steno stopped meanwhile',
};

/** How an attempt went, such as `refused (503)`. */
export function outcomeText(outcome: DeliveryOutcome, statusCode: number | null): string {
  return statusCode === null ? OUTCOMES[outcome] : `${OUTCOMES[outcome]} (${statusCode})`;
}

export function testText({ outcome, status_code, latency_ms }: WebhookTestResult): string {
  const how = outcomeText(outcome, status_code);
  const after = `after ${latency_ms} ms`;
  return outcome === 'ok' ? `The test was ${how} ${after}.` : `The test failed ${after}: ${how}.`;
}

export function deliveryText({ status, attempts, due_at }: WebhookEvent): string {
  if (status === 'delivered') return 'Delivered';
  if (status === 'sending') return 'Being sent';
  const last = attempts.at(-1);
  const why = last ? outcomeText(last.outcome, last.status_code) : null;
  if (status === 'failed') return why ? `Failed: ${why}` : 'Failed';
  if (!why) return 'Waiting to be sent';
  return due_at ? `${sentence(why)}. Next try: ${formatWhen(due_at)}` : sentence(why);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
