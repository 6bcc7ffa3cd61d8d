/** One attempt: what is sent, and what each answer means. */
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { pinnedLookup } from '../../../src/main/media/guard/url-guard.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { createTestGuard } from '../../helpers/harness/media-guard.ts';
import { openReceivers, send, WEBHOOK_BODY } from '../../helpers/harness/send-webhook.ts';
import { until } from '../../helpers/harness/until.ts';
import { type Certificate, createSelfSigned } from '../../helpers/servers/certificates.ts';
import { startCanary } from '../../helpers/servers/http-origin.ts';
import {
  type ReceiverAnswer,
  silence,
  startReceiver,
  status,
} from '../../helpers/servers/webhook-receiver.ts';

const { receive, authority } = openReceivers();

test('is a POST of the stored bytes with the four headers and nothing else of its own', async () => {
  const receiver = await receive(status(200));
  expect(await send(receiver.url)).toEqual({ kind: 'ok', statusCode: 200 });
  expect(receiver.received).toHaveLength(1);
  const [webhook] = receiver.received;
  expect(webhook).toMatchObject({
    method: 'POST',
    path: '/hook',
    body: WEBHOOK_BODY,
    headers: {
      'x-service-event': 'transcription.completed',
      'x-service-delivery': '11111111-1111-4111-8111-111111111111',
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
    },
  });
  expect(webhook?.headerNames.toSorted()).toEqual([
    'Connection',
    'Content-Length',
    'Content-Type',
    'Host',
    'User-Agent',
    'X-Service-Delivery',
    'X-Service-Event',
  ]);
});

describe('the status decides', () => {
  test.each([200, 201, 202, 204, 299])('%i is a success', async (code) => {
    const receiver = await receive(status(code));
    expect(await send(receiver.url)).toEqual({ kind: 'ok', statusCode: code });
  });

  test.each([300, 304, 400, 404, 410, 429, 500, 503])('%i is a failure', async (code) => {
    const receiver = await receive(status(code, { 'Retry-After': '1' }));
    expect(await send(receiver.url)).toEqual({ kind: 'http', statusCode: code });
  });

  test.each([301, 302, 303, 307, 308])('%i is not followed', async (code) => {
    const canary = await startCanary();
    const receiver = await receive(status(code, { Location: `https://localhost:${canary.port}/` }));
    expect(await send(receiver.url)).toEqual({ kind: 'http', statusCode: code });
    expect(canary.connections()).toBe(0);
    await canary.close();
  });

  test('a body without end is cut off', async () => {
    let closed = false;
    const receiver = await receive((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more).on('close', () => {
        closed = true;
      });
      more();
    });
    expect(await send(receiver.url)).toEqual({ kind: 'ok', statusCode: 200 });
    await until(() => closed);
  });

  test('a body that never comes is not waited for', async () => {
    const receiver = await receive((response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.flushHeaders();
    });
    expect(await send(receiver.url)).toEqual({ kind: 'ok', statusCode: 200 });
  });

  test('a connection reset after the headers changes nothing', async () => {
    const receiver = await receive((response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('x', () => response.socket?.resetAndDestroy());
    }, null);
    const sent = await send(receiver.url, { allowHttpLoopback: true });
    expect(sent).toEqual({ kind: 'ok', statusCode: 200 });
  });
});

describe('interim answers', () => {
  const interim = (code: number) => `HTTP/1.1 ${code} Wait\r\nLink: </a>\r\n\r\n`;
  /** Says this, byte for byte, and nothing more. */
  const saying =
    (text: string): ReceiverAnswer =>
    (response) =>
      response.socket?.write(text);
  const toTestKey = { allowHttpLoopback: true };

  test.each([
    ['100', interim(100)],
    ['102', interim(102)],
    ['103', interim(103)],
    ['several', [100, 102, 103, 100].map(interim).join('')],
    ['a thousand', interim(103).repeat(1000)],
  ])('say nothing: the status after them decides: %s', async (_, before) => {
    const end = (status: string) =>
      saying(`${before}HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
    const receiver = await receive(end('200 OK'), null);
    expect(await send(receiver.url, toTestKey)).toEqual({ kind: 'ok', statusCode: 200 });
    receiver.answer(end('500 No'));
    expect(await send(receiver.url, toTestKey)).toEqual({ kind: 'http', statusCode: 500 });
    expect(receiver.received).toHaveLength(2);
  });

  test('over TLS and a moment before the status too', async () => {
    const receiver = await receive((response) => {
      response.writeContinue();
      setImmediate(() => response.writeHead(204).end());
    });
    expect(await send(receiver.url)).toEqual({ kind: 'ok', statusCode: 204 });
  });

  test('alone are no answer, however many come', async () => {
    const clock = createFakeClock();
    const receiver = await receive((response) => {
      const more = setInterval(() => response.socket?.write(interim(103)), 2);
      response.once('close', () => clearInterval(more));
    }, null);
    const sent = send(receiver.url, { ...toTestKey, clock });
    await until(() => receiver.received.length === 1);
    await clock.advance(10_000);
    expect(await sent).toEqual({ kind: 'timeout', statusCode: null });
  });

  test('in floods, or before the end of the connection, are an error', async () => {
    const failed = { kind: 'connection_error', statusCode: null };
    const flooding = await receive(saying(interim(103).repeat(20_000)), null);
    expect(await send(flooding.url, toTestKey)).toEqual(failed);
    const leaving = await receive((response) => response.socket?.end(interim(100)), null);
    expect(await send(leaving.url, toTestKey)).toEqual(failed);
    const switching = await receive(
      saying('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      null,
    );
    expect(await send(switching.url, toTestKey)).toEqual(failed);
  });
});

describe('without a status it is a failure', () => {
  test('when the connection is reset', async () => {
    const receiver = await receive((response) => response.socket?.resetAndDestroy(), null);
    const sent = await send(receiver.url, { allowHttpLoopback: true });
    expect(sent).toEqual({ kind: 'connection_error', statusCode: null });
    expect(receiver.received).toHaveLength(1);
  });

  test('when nothing listens', async () => {
    const receiver = await startReceiver(authority().issue('DNS:localhost,IP:127.0.0.1'));
    await receiver.close();
    expect(await send(receiver.url)).toEqual({ kind: 'connection_error', statusCode: null });
  });

  test('when the name does not resolve', async () => {
    const openTarget = async ({ url }: { url: string }) => {
      const checked = await createTestGuard().check(url);
      return { url: checked.url, lookup: pinnedLookup(checked) };
    };
    const sent = await send('https://gone.example.com/hook', { openTarget });
    expect(sent).toEqual({ kind: 'connection_error', statusCode: null });
  });

  test('when the answer is not HTTP', async () => {
    const server = createServer((socket) => socket.end('hello\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sent = await send(`http://127.0.0.1:${port}/`, { allowHttpLoopback: true });
    expect(sent).toEqual({ kind: 'connection_error', statusCode: null });
    server.close();
  });

  test('when its headers never end', async () => {
    const receiver = await receive((response) => {
      const more = () => {
        while (response.socket?.writable && response.socket.write(`X: ${'y'.repeat(4000)}\r\n`));
      };
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      response.socket?.on('drain', more);
      more();
    }, null);
    const sent = await send(receiver.url, { allowHttpLoopback: true });
    expect(sent).toEqual({ kind: 'connection_error', statusCode: null });
  });

  test('when the program stops meanwhile', async () => {
    const receiver = await receive(silence);
    const stopping = new AbortController();
    const sent = send(receiver.url, { signal: stopping.signal });
    await until(() => receiver.received.length === 1);
    stopping.abort();
    expect(await sent).toEqual({ kind: 'interrupted', statusCode: null });
  });
});

describe('the certificate is always verified, and without it nothing is sent', () => {
  const cases: [string, () => Certificate][] = [
    ['self-signed', () => createSelfSigned('DNS:localhost')],
    ['expired', () => authority().issue('DNS:localhost', { expired: true })],
    ['of another name', () => authority().issue('DNS:other.example')],
  ];

  test.each(cases)('%s', async (_, certificate) => {
    const receiver = await receive(status(200), certificate());
    expect(await send(receiver.url)).toEqual({ kind: 'tls_error', statusCode: null });
    expect(receiver.received).toEqual([]);
  });

  test('whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
    const receiver = await receive(status(200), createSelfSigned('DNS:localhost'));
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect((await send(receiver.url)).kind).toBe('tls_error');
      expect(receiver.received).toEqual([]);
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  test('also when the receiver speaks no TLS at all', async () => {
    const receiver = await receive(status(200), null);
    const { kind } = await send(receiver.url.replace('http:', 'https:'));
    expect(kind).toBe('tls_error');
    expect(receiver.received).toEqual([]);
  });
});
