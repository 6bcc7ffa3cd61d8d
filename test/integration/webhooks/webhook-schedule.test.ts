/** When attempts are made: after failures, restarts, crashes, and jumps of the clock. */
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';
import { expectDeliveriesToHold } from '../../helpers/harness/webhook-invariants.ts';
import {
  leaveAttempt,
  startSender,
  type WebhookSender,
} from '../../helpers/harness/webhook-sender.ts';
import {
  silence,
  startReceiver,
  status,
  type WebhookReceiver,
} from '../../helpers/servers/webhook-receiver.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR];

let dataDir: string;
let clock: FakeClock;
let sender: WebhookSender;
let receiver: WebhookReceiver;

beforeEach(async () => {
  dataDir = await makeTempFolder();
  clock = createFakeClock();
  sender = await startSender(dataDir, clock);
  receiver = await startReceiver(null, status(500));
});
afterEach(async () => {
  await sender.stop();
  await receiver.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function restart(): Promise<void> {
  await sender.stop();
  sender = await startSender(dataDir, clock);
}

/** Adds an event and lets its first attempt end. */
async function failOnce(): Promise<void> {
  await sender.add(receiver.url);
  await sender.wait(15 * SECOND);
  expect(receiver.received).toHaveLength(1);
}

const only = async () => {
  const [event, ...others] = await sender.list();
  expect(others).toEqual([]);
  if (!event) throw new Error('There is no event.');
  return event;
};

describe('the schedule', () => {
  test('begins when the event is stored, without waiting for the next look', async () => {
    const at = clock.now();
    await sender.add(receiver.url);
    await until(() => receiver.received.length === 1);
    expect(clock.now()).toBe(at);
  });

  test('is 1 min, 5 min, 30 min, 2 h and 12 h after each failure, across restarts, and then over', async () => {
    await failOnce();
    for (const [index, delay] of DELAYS.entries()) {
      await restart();
      const event = await only();
      const failedAt = Date.parse(event.attempts.at(-1)?.ended_at ?? '');
      expect(Date.parse(event.due_at ?? '')).toBe(failedAt + delay);
      await sender.wait(failedAt + delay - SECOND - clock.now());
      expect(receiver.received).toHaveLength(index + 1);
      await sender.wait(16 * SECOND);
      expect(receiver.received).toHaveLength(index + 2);
    }
    expect(await only()).toMatchObject({ status: 'failed', due_at: null });
    await restart();
    await sender.wait(2 * DAY);
    expect(receiver.received).toHaveLength(6);
    expectDeliveriesToHold(await sender.list(), receiver.received);
  });

  test('ends with the first success', async () => {
    await failOnce();
    receiver.answer(status(204));
    await sender.wait(75 * SECOND);
    expect(await only()).toMatchObject({ status: 'delivered', due_at: null });
    await sender.wait(HOUR);
    expect(receiver.received).toHaveLength(2);
    expectDeliveriesToHold(await sender.list(), receiver.received);
  });

  test.each([
    ['410', 410, {}],
    ['429 with Retry-After', 429, { 'Retry-After': '3600' }],
    ['503 with Retry-After', 503, { 'Retry-After': '1' }],
    ['a redirect', 302, { Location: '/elsewhere' }],
  ])('is the same for %s', async (_, code, headers) => {
    receiver.answer(status(code, headers));
    await failOnce();
    const event = await only();
    const failedAt = Date.parse(event.attempts[0]?.ended_at ?? '');
    expect(Date.parse(event.due_at ?? '')).toBe(failedAt + MINUTE);
    await sender.wait(75 * SECOND);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('an attempt at a forbidden address', () => {
  test('is the only one, and another is made by hand alone', async () => {
    const id = await sender.add('https://169.254.169.254/hook');
    await sender.wait(15 * SECOND);
    const blocked = { status: 'failed', due_at: null };
    expect(await only()).toMatchObject({ ...blocked, attempts: [{ outcome: 'blocked_address' }] });
    await sender.wait(DAY);
    expect((await only()).attempts).toHaveLength(1);
    await sender.service.redeliver(id, { kind: 'window' });
    await until(async () => (await only()).status === 'failed');
    expect(await only()).toMatchObject(blocked);
    expect((await only()).attempts.map(({ outcome }) => outcome)).toEqual([
      'blocked_address',
      'blocked_address',
    ]);
  });
});

describe('an attempt that was interrupted', () => {
  test('by a crash before anything was sent counts, and the next has an id of its own', async () => {
    await sender.stop();
    const lost = await leaveAttempt(dataDir, clock, receiver.url);
    const crashedAt = clock.now();
    clock.setWall(crashedAt + 3 * SECOND);
    sender = await startSender(dataDir, clock);
    const event = await only();
    expect(event).toMatchObject({
      status: 'pending',
      attempts: [{ id: lost.deliveryId, outcome: 'interrupted', status_code: null }],
    });
    expect(Date.parse(event.due_at ?? '')).toBe(crashedAt + 3 * SECOND + MINUTE);
    await sender.wait(80 * SECOND);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.deliveryIds()).not.toContain(lost.deliveryId);
    expectDeliveriesToHold(await sender.list(), receiver.received);
  });

  test('counts as ended ten seconds after its start if its end was not recorded', async () => {
    await sender.stop();
    const { startedAt } = await leaveAttempt(dataDir, clock, receiver.url);
    clock.setWall(startedAt + 40 * SECOND);
    sender = await startSender(dataDir, clock);
    expect(Date.parse((await only()).due_at ?? '')).toBe(startedAt + 10 * SECOND + MINUTE);
  });

  test('by stopping counts at once', async () => {
    receiver.answer(silence);
    await sender.add(receiver.url);
    await clock.advance(15 * SECOND);
    await until(() => receiver.received.length === 1);
    await restart();
    expect((await only()).attempts).toMatchObject([{ outcome: 'interrupted', attempt: 1 }]);
    receiver.answer(status(200));
    await sender.wait(75 * SECOND);
    expect(await only()).toMatchObject({ status: 'delivered' });
    expectDeliveriesToHold(await sender.list(), receiver.received);
  });

  test('six times is the end of it', async () => {
    for (const [index, delay] of [0, ...DELAYS].entries()) {
      await sender.stop();
      clock.setWall(clock.now() + delay);
      await leaveAttempt(dataDir, clock, index === 0 ? receiver.url : null);
      sender = await startSender(dataDir, clock);
    }
    const event = await only();
    expect(event).toMatchObject({ status: 'failed', due_at: null });
    expect(event.attempts).toHaveLength(6);
    await sender.wait(DAY);
    expect(receiver.received).toEqual([]);
  });
});

describe('when the clock jumps', () => {
  test.each([
    ['3 days of being switched off', 3 * DAY, true],
    ['5 years', 5 * 365 * DAY, true],
    ['8 hours of sleep, in which the steady clock stands', 8 * HOUR, false],
  ])('%s make one overdue attempt and no burst', async (_, jump, isOff) => {
    await failOnce();
    if (isOff) await sender.stop();
    clock.setWall(clock.now() + jump);
    if (isOff) sender = await startSender(dataDir, clock);
    else await clock.advance(15 * SECOND);
    await sender.idle();
    expect(receiver.received).toHaveLength(2);
    await sender.wait(5 * MINUTE - SECOND);
    expect(receiver.received).toHaveLength(2);
    await sender.wait(16 * SECOND);
    expect(receiver.received).toHaveLength(3);
    expectDeliveriesToHold(await sender.list(), receiver.received);
  });

  test('the last attempt, 12 hours away, is made once when Steno is back after 3 days', async () => {
    await failOnce();
    for (const delay of DELAYS.slice(0, -1)) await sender.wait(delay + 15 * SECOND);
    expect(receiver.received).toHaveLength(5);
    await sender.stop();
    clock.setWall(clock.now() + 3 * DAY);
    sender = await startSender(dataDir, clock);
    await sender.idle();
    expect(receiver.received).toHaveLength(6);
    await sender.wait(3 * DAY);
    expect(receiver.received).toHaveLength(6);
    expect(await only()).toMatchObject({ status: 'failed', due_at: null });
    expectDeliveriesToHold(await sender.list(), receiver.received);
  });

  test.each([
    ['while waiting', async () => {}],
    ['across a restart', restart],
  ])('a day back, nothing waits longer than its delay: %s', async (_, meanwhile) => {
    await failOnce();
    clock.setWall(clock.now() - DAY);
    await meanwhile();
    await sender.wait(15 * SECOND);
    const due = Date.parse((await only()).due_at ?? '');
    expect(due - clock.now()).toBeLessThanOrEqual(MINUTE);
    await sender.wait(due - clock.now() - SECOND);
    expect(receiver.received).toHaveLength(1);
    await sender.wait(16 * SECOND);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('several receivers', () => {
  test('do not wait for one that is slow', async () => {
    const slow = await startReceiver(null, silence);
    for (let count = 0; count < 40; count += 1) await sender.add(slow.url);
    await sender.add(receiver.url);
    await until(() => receiver.received.length === 1);
    expect(slow.received.length).toBeLessThanOrEqual(2);
    await slow.close();
  });
});
