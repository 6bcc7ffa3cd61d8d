/** Webhooks over the whole service: events of transcriptions, the delivery log, tests, the sink. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../src/shared/client.ts';
import { Transcription } from '../../../src/shared/transcription/transcription.ts';
import { serveRecordings, shortBytes } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import {
  ask,
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { until } from '../../helpers/harness/until.ts';
import { expectDeliveriesToHold } from '../../helpers/harness/webhook-invariants.ts';
import {
  type Authority,
  type Certificate,
  createAuthority,
} from '../../helpers/servers/certificates.ts';
import { type Origin, startOrigin } from '../../helpers/servers/http-origin.ts';
import {
  type ReceiverAnswer,
  silence,
  startReceiver,
  status,
  type WebhookReceiver,
} from '../../helpers/servers/webhook-receiver.ts';

let folder: string;
let app: TestApp;
let testClient: Client;
let authority: Authority;
let certificate: Certificate;
const open: WebhookReceiver[] = [];
/** Has no recording, so that a transcription fails at once. */
let empty: Origin;

beforeAll(async () => {
  authority = createAuthority();
  certificate = authority.issue('DNS:localhost');
  folder = await makeTempFolder();
  const engineFile = await writeProgram(join(folder, 'engine'), quickEngine);
  app = await startTestApp({ engineFile }, { tasks: ONE_VOICE });
  empty = await startOrigin((_, response) => response.writeHead(404).end());
  const { key } = await app.client.createKey({ name: 'tests', test: true });
  testClient = createClient({ baseUrl: app.url, key });
});
afterAll(async () => {
  await app.stop();
  await empty.close();
  authority.remove();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.close();
});

async function receive(answer: ReceiverAnswer = status(200)): Promise<WebhookReceiver> {
  const receiver = await startReceiver(certificate, answer);
  open.push(receiver);
  return receiver;
}

/** The event of a transcription once it is in a state. */
async function eventOf(id: string, wanted: string) {
  const find = async () => {
    const { data } = await app.client.listDeliveries({ transcription_id: id });
    expect(data.length).toBeLessThanOrEqual(1);
    return data.find((event) => event.status === wanted);
  };
  return until(find);
}

describe('the end of a transcription', () => {
  test('that failed is sent once: the object that GET answers', async () => {
    const receiver = await receive();
    const failed = await transcribe(app.keyClient, { url: empty.url, webhook_url: receiver.url });
    const { id } = await eventOf(failed.id, 'delivered');
    const event = await app.keyClient.getDelivery(id);
    expect(event).toMatchObject({ type: 'transcription.failed', url: receiver.url, due_at: null });
    expect(event.attempts).toMatchObject([{ attempt: 1, outcome: 'ok', status_code: 200 }]);
    expect(receiver.received).toHaveLength(1);
    const [webhook] = receiver.received;
    expect(webhook?.headers['x-service-event']).toBe('transcription.failed');
    expect(webhook?.headers['x-service-delivery']).toBe(event.attempts[0]?.id);
    expect(JSON.parse(webhook?.body ?? '')).toEqual(
      await app.keyClient.getTranscription(failed.id),
    );
    expectDeliveriesToHold([event], receiver.received);
  });

  test('that completed carries its result', async () => {
    const receiver = await receive();
    const origin = await serveRecordings({ '/short.mp3': shortBytes() });
    const url = `${origin.url}/short.mp3`;
    const done = await transcribe(app.keyClient, { url, webhook_url: receiver.url });
    expect(done.status).toBe('completed');
    const event = await eventOf(done.id, 'delivered');
    expect(event.type).toBe('transcription.completed');
    expect(receiver.received).toHaveLength(1);
    expect(Transcription.parse(JSON.parse(receiver.received[0]?.body ?? ''))).toEqual(done);
    await origin.close();
  });

  test('that was canceled is sent as failed', async () => {
    const receiver = await receive();
    const stuck = await startReceiver(null, silence);
    const { id } = await app.client.createTranscription({
      url: stuck.url,
      webhook_url: receiver.url,
    });
    await app.client.cancelTranscription(id);
    expect(await eventOf(id, 'delivered')).toMatchObject({ type: 'transcription.failed' });
    expect(JSON.parse(receiver.received[0]?.body ?? '').error.code).toBe('canceled');
    await stuck.close();
  });

  test('makes no event without a webhook_url', async () => {
    const { id } = await transcribe(app.client, { url: empty.url });
    expect((await app.client.listDeliveries({ transcription_id: id })).data).toEqual([]);
  });
});

describe('a webhook_url', () => {
  test.each([
    'http://example.com/hook',
    'http://127.0.0.1:9000/hook',
    'https://user:secret@example.com/hook',
    'HTTPS://user@example.com/hook',
    'wss://example.com/hook',
    'https://example.com:0/',
    'https://example.com\\@127.0.0.1/',
    'example.com',
  ])('of a live key is refused: %s', async (url) => {
    const create = app.keyClient.createTranscription({ url: empty.url, webhook_url: url });
    await expect(create).rejects.toMatchObject({ code: 'invalid_url', param: 'webhook_url' });
    const tried = app.keyClient.testWebhook({ url });
    await expect(tried).rejects.toMatchObject({ code: 'invalid_url', param: 'url' });
  });

  test('of a test key may be http on loopback', async () => {
    const receiver = await startReceiver(null);
    open.push(receiver);
    const { id } = await transcribe(testClient, { url: empty.url, webhook_url: receiver.url });
    await eventOf(id, 'delivered');
    expect(receiver.received).toHaveLength(1);
  });
});

describe('sending again', () => {
  test('sends the same bytes with a new id, also after a success', async () => {
    const receiver = await receive();
    const { id } = await transcribe(app.keyClient, { url: empty.url, webhook_url: receiver.url });
    const event = await eventOf(id, 'delivered');
    await app.keyClient.redeliver(event.id);
    await until(() => receiver.received.length === 2);
    const again = await eventOf(id, 'delivered');
    expect(again.attempts).toHaveLength(2);
    expect(new Set(receiver.deliveryIds()).size).toBe(2);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    const detail = await app.keyClient.getDelivery(event.id);
    expect(detail.body).toBe(receiver.received[0]?.body);
  });

  test('that fails leaves a delivered event delivered and starts no schedule', async () => {
    const receiver = await receive();
    const { id } = await transcribe(app.keyClient, { url: empty.url, webhook_url: receiver.url });
    const event = await eventOf(id, 'delivered');
    receiver.answer(status(500));
    await app.keyClient.redeliver(event.id);
    await until(
      async () => (await app.client.getDelivery(event.id)).attempts[1]?.outcome === 'http',
    );
    expect(await app.client.getDelivery(event.id)).toMatchObject({
      status: 'delivered',
      due_at: null,
    });
  });

  test('before the schedule is over uses the next of its attempts', async () => {
    const receiver = await receive(status(500));
    const { id } = await transcribe(app.keyClient, { url: empty.url, webhook_url: receiver.url });
    const first = await until(async () => {
      const event = await eventOf(id, 'pending');
      return event.attempts.length === 1 ? event : null;
    });
    await app.keyClient.redeliver(first.id);
    const second = await until(async () => {
      const event = await eventOf(id, 'pending');
      return event.attempts.length === 2 ? event : null;
    });
    const endedAt = second.attempts[1]?.ended_at ?? '';
    expect(Date.parse(second.due_at ?? '') - Date.parse(endedAt)).toBe(5 * 60_000);
  });

  test('is refused while it is being sent', async () => {
    const receiver = await receive(silence);
    const { id } = await transcribe(app.client, { url: empty.url, webhook_url: receiver.url });
    const event = await eventOf(id, 'sending');
    await expect(app.client.redeliver(event.id)).rejects.toMatchObject({ code: 'wrong_state' });
  });
});

describe('the log', () => {
  test('shows events to whom their transcriptions are shown, and to their owner where they went', async () => {
    const receiver = await receive();
    const { id } = await transcribe(app.keyClient, { url: empty.url, webhook_url: receiver.url });
    const event = await eventOf(id, 'delivered');
    expect((await testClient.listDeliveries({ transcription_id: id })).data).toEqual([]);
    for (const attempt of [testClient.getDelivery, testClient.redeliver]) {
      await expect(attempt(event.id)).rejects.toMatchObject({ status: 404 });
    }
    const { origin: server } = new URL(receiver.url);
    const seen = await app.client.getDelivery(event.id);
    expect(seen).toMatchObject({ id: event.id, url: `${server}/***` });
    expect(seen.body).not.toContain(receiver.url);
    const own = await app.keyClient.getDelivery(event.id);
    expect(own).toMatchObject({ url: receiver.url, body: receiver.received[0]?.body });
  });

  test('comes in pages, newest first', async () => {
    const receiver = await receive();
    const { key } = await app.client.createKey({ name: 'pages', scope: 'own' });
    const client = createClient({ baseUrl: app.url, key });
    const sent: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      sent.unshift((await client.testWebhook({ url: receiver.url })).event_id);
    }
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await client.listDeliveries({ limit: 2, ...(cursor ? { cursor } : {}) });
      listed.push(...page.data.map((event) => event.id));
      cursor = page.next_cursor;
    }
    expect(listed).toEqual(sent);
  });

  test('goes with its transcription', async () => {
    const receiver = await receive();
    const { id } = await transcribe(app.client, { url: empty.url, webhook_url: receiver.url });
    const event = await eventOf(id, 'delivered');
    await app.client.deleteTranscription(id);
    await expect(app.client.getDelivery(event.id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a test', () => {
  test('sends an object of the real shape once and says how it went', async () => {
    const receiver = await receive(status(418));
    const result = await app.keyClient.testWebhook({ url: receiver.url });
    expect(result).toMatchObject({ outcome: 'http', status_code: 418 });
    expect(receiver.deliveryIds()).toEqual([result.delivery_id]);
    expect(receiver.received[0]?.headers['x-service-event']).toBe('webhook.test');
    expect(() => Transcription.parse(JSON.parse(receiver.received[0]?.body ?? ''))).not.toThrow();
    expect(await app.keyClient.getDelivery(result.event_id)).toMatchObject({
      status: 'failed',
      due_at: null,
      transcription_id: null,
    });
  });
});

describe('the sink', () => {
  test('receives what a live key sends it, over http and from our own port', async () => {
    const { url, deliveries } = await app.keyClient.getSink();
    expect(deliveries).toEqual([]);
    expect(await app.keyClient.testWebhook({ url })).toMatchObject({
      outcome: 'ok',
      status_code: 204,
    });
    const { id } = await transcribe(app.keyClient, { url: empty.url, webhook_url: url });
    await eventOf(id, 'delivered');
    const { deliveries: kept } = await app.keyClient.getSink();
    expect(kept.map(({ headers }) => headers['x-service-event'])).toEqual([
      'transcription.failed',
      'webhook.test',
    ]);
    expect(JSON.parse(kept[0]?.body ?? '').id).toBe(id);
    expect((await testClient.getSink()).deliveries).toEqual([]);
  });

  test('takes only its own address, and at most 1 MB', async () => {
    const { url } = await app.keyClient.getSink();
    const wrong = await ask(
      url.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      {
        method: 'POST',
        body: '{}',
      },
    );
    expect(wrong.status).toBe(404);
    const large = await ask(url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
    expect(large.status).toBe(413);
  });

  test('keeps the newest fifty', async () => {
    const { url } = await app.client.getSink();
    for (let count = 0; count < 51; count += 1)
      await ask(url, { method: 'POST', body: `${count}` });
    const { deliveries } = await app.client.getSink();
    expect(deliveries.map(({ body }) => body)).toEqual(
      Array.from({ length: 50 }, (_, index) => `${50 - index}`),
    );
  });
});
