/** Where an attempt may go, and how long it may take. */
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { pinnedLookup } from '../../../src/main/media/guard/url-guard.ts';
import { webhookPolicy } from '../../../src/main/media/guard/url-policy.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { createTestGuard } from '../../helpers/harness/media-guard.ts';
import { OUR_PORT, openReceivers, send } from '../../helpers/harness/send-webhook.ts';
import { until } from '../../helpers/harness/until.ts';
import { silence, status } from '../../helpers/servers/webhook-receiver.ts';

const { receive, authority } = openReceivers();

describe('some addresses are never written to', () => {
  test.each([
    'https://169.254.169.254/latest',
    'https://[fe80::1]/',
    'https://0.0.0.0/',
    `https://127.0.0.1:${OUR_PORT}/v1/transcriptions`,
    'http://192.168.1.1/hook',
  ])('%s', async (url) => {
    const sent = await send(url, { allowHttpLoopback: true });
    expect(sent).toEqual({ kind: 'blocked_address', statusCode: null });
  });

  test('http on loopback, unless it was given with a test key', async () => {
    const receiver = await receive(status(200), null);
    expect((await send(receiver.url)).kind).toBe('blocked_address');
    expect((await send(receiver.url, { allowHttpLoopback: true })).kind).toBe('ok');
    expect(receiver.received).toHaveLength(1);
  });
});

test('it goes to what was checked, and not to what a second look-up would say', async () => {
  const receiver = await receive(status(200), authority().issue('DNS:hook.example.com'));
  const guard = createTestGuard(
    { 'hook.example.com': [['127.0.0.1'], ['169.254.169.254']] },
    { policy: webhookPolicy({ allowHttpLoopback: false }) },
  );
  const openTarget = async ({ url }: { url: string }) => {
    const checked = await guard.check(url);
    return { url: checked.url, lookup: pinnedLookup(checked) };
  };
  const url = receiver.url.replace('localhost', 'hook.example.com');
  expect(await send(url, { openTarget })).toEqual({ kind: 'ok', statusCode: 200 });
  expect(guard.lookups).toEqual(['hook.example.com']);
});

describe('ten seconds', () => {
  test('without an answer are too long', async () => {
    const clock = createFakeClock();
    const receiver = await receive(silence);
    const sent = send(receiver.url, { clock });
    await until(() => receiver.received.length === 1);
    await clock.advance(10_000);
    expect(await sent).toEqual({ kind: 'timeout', statusCode: null });
  });

  test('end with the last header, not with the first', async () => {
    const clock = createFakeClock();
    const receiver = await receive((response) =>
      response.socket?.write('HTTP/1.1 200 OK\r\nX: y\r\n'),
    );
    const sent = send(receiver.url, { clock });
    await until(() => receiver.received.length === 1);
    await clock.advance(10_000);
    expect((await sent).kind).toBe('timeout');
  });

  test.each([
    [9999, 'ok'],
    [10_000, 'timeout'],
  ])('an answer after %i ms: %s', async (ms, kind) => {
    const clock = createFakeClock();
    let answer = () => {};
    const receiver = await receive((response) => {
      answer = () => response.writeHead(204).end();
    });
    const sent = send(receiver.url, { clock });
    await until(() => receiver.received.length === 1);
    await clock.advance(ms);
    answer();
    expect((await sent).kind).toBe(kind);
  });

  test('are over too where the TLS greeting is not answered', async () => {
    const clock = createFakeClock();
    const greeted = Promise.withResolvers<void>();
    const server = createServer((socket) =>
      socket.on('error', () => {}).once('data', greeted.resolve),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sent = send(`https://127.0.0.1:${port}/`, { clock });
    await greeted.promise;
    await clock.advance(10_000);
    expect(await sent).toEqual({ kind: 'timeout', statusCode: null });
    server.close();
  });

  test('are over by a real clock, too', async () => {
    const receiver = await receive(silence);
    expect(await send(receiver.url)).toEqual({ kind: 'timeout', statusCode: null });
  });
});
