import { expect } from 'vitest';
import type { WebhookEvent } from '../../../src/shared/webhooks.ts';
import type { ReceivedWebhook } from '../servers/webhook-receiver.ts';

const MINUTE_MS = 60_000;
const DELAYS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

/**
 * What holds after any fault, of events that no one sent again by hand: at most six attempts, each at least its delay
 * after the end of the one before and none after a success; each id at most once on the wire, always the same bytes.
 */
export function expectDeliveriesToHold(
  events: readonly WebhookEvent[],
  received: readonly ReceivedWebhook[],
): void {
  const known = new Map<string, string>();
  for (const { id, attempts } of events) {
    expect(attempts.length).toBeLessThanOrEqual(6);
    expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, index) => index + 1));
    expect(attempts.slice(0, -1).map(({ outcome }) => outcome)).not.toContain('ok');
    for (const [index, attempt] of attempts.entries()) {
      known.set(attempt.id, id);
      const before = attempts[index - 1]?.ended_at;
      if (!before) continue;
      const gap = Date.parse(attempt.started_at) - Date.parse(before);
      expect(gap).toBeGreaterThanOrEqual(DELAYS_MS[index - 1] ?? Number.POSITIVE_INFINITY);
    }
  }
  const ids = received.map(({ headers }) => String(headers['x-service-delivery']));
  expect(new Set(ids).size).toBe(ids.length);
  const bodies = new Map<string, Set<string>>();
  for (const [index, id] of ids.entries()) {
    const event = known.get(id);
    expect(event, `${id} was stored before it was sent`).toBeDefined();
    const seen = bodies.get(String(event)) ?? new Set();
    bodies.set(String(event), seen.add(received[index]?.body ?? ''));
  }
  for (const seen of bodies.values()) expect(seen.size).toBe(1);
}
