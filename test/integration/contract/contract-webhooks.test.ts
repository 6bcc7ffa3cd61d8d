/** The interface, webhooks (part 4), events (part 6) and limits (part 8). One test for each row. */
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_RECORDING_MS } from '../../../src/main/media/ffmpeg/run-ffmpeg.ts';
import { makeTempFolder } from '../../helpers/harness/app.ts';
import { type Contract, startQuickContract } from '../../helpers/harness/contract.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { until } from '../../helpers/harness/until.ts';
import { startSender, type WebhookSender } from '../../helpers/harness/webhook-sender.ts';
import {
  type ReceiverAnswer,
  silence,
  startReceiver,
  status,
  type WebhookReceiver,
} from '../../helpers/servers/webhook-receiver.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await startQuickContract();
});
afterAll(() => contract.close());

const completed = () => contract.webhookOf(contract.worked.over.id);
const failed = () => contract.webhookOf(contract.failed.over.id);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('part 4, webhook delivery', () => {
  test('method: POST to the webhook_url', async () => {
    expect(await completed()).toMatchObject({ method: 'POST', path: '/hook' });
  });

  test('body: the full Transcription object', async () => {
    expect(JSON.parse((await completed()).body)).toEqual(contract.worked.over);
  });

  test('X-Service-Event', async () => {
    expect((await completed()).headers['x-service-event']).toBe('transcription.completed');
    expect((await failed()).headers['x-service-event']).toBe('transcription.failed');
  });

  test('X-Service-Delivery', async () => {
    const ids = [await completed(), await failed()].map(
      ({ headers }) => headers['x-service-delivery'],
    );
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(2);
  });

  test('Content-Type', async () => {
    expect((await completed()).headers['content-type']).toBe('application/json');
  });

  test('User-Agent', async () => {
    expect((await completed()).headers['user-agent']).toBe('Service-Webhooks/1.0');
  });
});

describe('part 6, events', () => {
  test('transcription.completed: the transcription finished successfully; result is populated', async () => {
    const { headers, body } = await completed();
    expect(headers['x-service-event']).toBe('transcription.completed');
    expect(JSON.parse(body)).toMatchObject({
      status: 'completed',
      result: { text: expect.any(String) },
    });
  });

  test('transcription.failed: the transcription failed; error holds the reason; no points', async () => {
    const { headers, body } = await failed();
    expect(headers['x-service-event']).toBe('transcription.failed');
    expect(JSON.parse(body)).toMatchObject({
      status: 'failed',
      error: { code: 'source_not_found' },
      points_spent: 0,
    });
  });

  test('rule 1, exactly one event per transcription', async () => {
    for (const { over } of [contract.worked, contract.failed]) {
      const { data } = await contract.app.client.listDeliveries({ transcription_id: over.id });
      expect(data).toHaveLength(1);
    }
  });

  test('rule 2, only if webhook_url was given', async () => {
    const { over } = await contract.run({ url: `${contract.origin.url}/none.wav` });
    const { data } = await contract.app.client.listDeliveries({ transcription_id: over.id });
    expect(data).toEqual([]);
  });

  test('rule 7, a local server is given through a public address and a test key', async () => {
    const { testClient, receiver, origin } = contract;
    const { id } = await testClient.createTranscription({
      url: `${origin.url}/none.wav`,
      webhook_url: receiver.url,
    });
    expect((await contract.webhookOf(id)).headers['x-service-event']).toBe('transcription.failed');
  });
});

let dataDir: string;
let clock: FakeClock;
let sender: WebhookSender;
let receiver: WebhookReceiver;

async function open(): Promise<void> {
  dataDir = await makeTempFolder();
  clock = createFakeClock();
  sender = await startSender(dataDir, clock);
  receiver = await startReceiver(null);
}

async function close(): Promise<void> {
  await sender.stop();
  await receiver.close();
  await rm(dataDir, { recursive: true });
}

/** The event after its first attempt was answered so. */
async function sendOnce(answer: ReceiverAnswer) {
  receiver.answer(answer);
  await sender.add(receiver.url);
  await sender.wait(15 * SECOND);
  const [event] = await sender.list();
  if (!event) throw new Error('There is no event.');
  return event;
}

describe('with a clock in the hand', () => {
  beforeEach(open);
  afterEach(close);

  /** A receiver that says nothing, at a moment of the clock. */
  async function silentFor(ms: number): Promise<string | undefined> {
    receiver.answer(silence);
    await sender.add(receiver.url);
    await clock.advance(15 * SECOND);
    await until(() => receiver.received.length === 1);
    await clock.advance(ms);
    if (ms >= 10 * SECOND) await sender.idle();
    return (await sender.list())[0]?.attempts[0]?.outcome;
  }

  test('part 6, rule 3, a 2xx status within 10 seconds is a success', async () => {
    for (const code of [200, 204, 299]) await sendOnce(status(code));
    expect((await sender.list()).map((event) => event.status)).toEqual(Array(3).fill('delivered'));
  });

  test.each([
    ['non-2xx', status(404), 'http'],
    [
      'a connection error',
      ((response) => response.destroy()) as ReceiverAnswer,
      'connection_error',
    ],
  ])('part 6, rule 4, %s triggers a retry', async (_what, answer, outcome) => {
    const event = await sendOnce(answer);
    expect(event).toMatchObject({ status: 'pending', attempts: [{ outcome }] });
    const ended = Date.parse(event.attempts[0]?.ended_at ?? '');
    expect(Date.parse(event.due_at ?? '')).toBe(ended + MINUTE);
  });

  test('part 6, rule 4, a timeout triggers a retry', async () => {
    expect(await silentFor(10 * SECOND)).toBe('timeout');
    expect((await sender.list())[0]?.status).toBe('pending');
  });

  test('part 8, recording length: up to 10 hours', () => {
    expect(MAX_RECORDING_MS).toBe(10 * 60 * MINUTE);
  });

  test('part 8, webhook response time: 10 seconds', async () => {
    expect(await silentFor(9 * SECOND)).toBe('sending');
    await clock.advance(SECOND);
    await sender.idle();
    expect((await sender.list())[0]?.attempts[0]?.outcome).toBe('timeout');
  });
});

describe('a delivery that never succeeds', () => {
  let delays: number[];
  beforeAll(async () => {
    await open();
    delays = await allDelays();
  });
  afterAll(close);

  /** When each attempt began, in ms after the end of the one before. */
  async function allDelays(): Promise<number[]> {
    await sendOnce(status(500));
    for (let i = 0; i < 8; i++) {
      const due = (await sender.list())[0]?.due_at;
      await sender.wait(due ? Date.parse(due) - clock.now() + SECOND : 24 * 60 * MINUTE);
    }
    const attempts = (await sender.list())[0]?.attempts ?? [];
    return attempts.slice(1).map(({ started_at }, index) => {
      const ended = attempts[index]?.ended_at ?? '';
      return Date.parse(started_at) - Date.parse(ended);
    });
  }

  test('part 6, rule 5, after 5 retries the delivery is abandoned', async () => {
    expect(await sender.list()).toMatchObject([{ status: 'failed', due_at: null }]);
    expect(receiver.received).toHaveLength(6);
  });

  test('part 6, rule 6, every attempt has its own X-Service-Delivery', () => {
    expect(new Set(receiver.deliveryIds()).size).toBe(6);
  });

  test('part 8, retry schedule: 1 min, 5 min, 30 min, 2 h, 12 h', () => {
    // An attempt may begin a look of the worker later, never earlier.
    const schedule = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE);
    expect(delays).toHaveLength(schedule.length);
    for (const [index, delay] of delays.entries()) {
      const wanted = schedule[index] ?? 0;
      expect(delay).toBeGreaterThanOrEqual(wanted);
      expect(delay).toBeLessThanOrEqual(wanted + 15 * SECOND);
    }
  });

  test('part 8, delivery attempts: 6', () => {
    expect(receiver.received).toHaveLength(6);
  });
});
