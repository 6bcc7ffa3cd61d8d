import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import type { HttpEnv } from '../../../src/main/http/http-env.ts';
import { type ConnectionLimits, listen } from '../../../src/main/http/server.ts';
import { ask } from '../../helpers/harness/app.ts';
import { createFakeClock, type FakeClock } from '../../helpers/harness/fake-clock.ts';
import { openConnection, readAll } from '../../helpers/harness/raw-request.ts';
import { until } from '../../helpers/harness/until.ts';

const FIRST_MS = 10_000;
const NEXT_MS = 32_000;
const REQUEST = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
/** One that is answered when the test says so. */
const LONG_REQUEST = 'GET /wait HTTP/1.1\r\nHost: a\r\n\r\n';

const afterwards: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const undo of afterwards.splice(0).reverse()) await undo();
});

async function serve(limits: Partial<ConnectionLimits> = {}) {
  const clock = createFakeClock();
  const long = { asked: 0, answer: () => {} };
  const answered = new Promise<void>((resolve) => {
    long.answer = resolve;
  });
  const app = new Hono<HttpEnv>();
  app.get('/health', (c) => c.text('ok'));
  app.get('/wait', async (c) => {
    long.asked++;
    await answered;
    return c.text('done');
  });
  const all = {
    silentMs: 60_000,
    firstRequestMs: FIRST_MS,
    nextRequestMs: NEXT_MS,
    most: 10,
    ...limits,
  };
  const server = await listen(app, { host: '127.0.0.1', port: 0, clock, limits: all });
  afterwards.push(() => server.close(), long.answer);
  return { port: server.port, long, clock };
}

/** A peer that never closes by itself. */
async function connectTo({ port }: { port: number }): Promise<Socket> {
  const socket = await openConnection(port);
  afterwards.push(() => {
    socket.destroy();
  });
  return socket;
}

/** Sends something and waits for the beginning of the answer. */
async function answerTo(socket: Socket, request: string): Promise<string> {
  socket.write(request);
  const [chunk] = await once(socket, 'data');
  return `${chunk}`;
}

/** Lets `ms` go by in the steps in which connections are looked at. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) await clock.advance(1_000);
}

describe('a connection without a request', () => {
  test('is closed when nothing has come for ten seconds', async () => {
    const server = await serve();
    const socket = await connectTo(server);
    const answer = readAll(socket);
    await pass(server.clock, FIRST_MS - 1_000);
    expect(socket.readyState).toBe('open');
    await pass(server.clock, 3_000);
    expect((await answer).text).toBe('');
  });

  test('is told so when the head of a request has begun, and closed although its peer never does', async () => {
    const server = await serve();
    const socket = await connectTo(server);
    socket.allowHalfOpen = true;
    const answer = readAll(socket);
    socket.write('GET /health HTTP/1.1\r\nX-Slow: ');
    await pass(server.clock, FIRST_MS + 2_000);
    await until(() => {
      socket.write('x');
      return socket.closed;
    });
    const { status, text, body } = await answer;
    expect([status, JSON.parse(body).error.code]).toEqual([408, 'request_timeout']);
    expect(text.toLowerCase()).toContain('\r\nx-request-id: req_');
  });

  test('is closed after its last answer, whatever comes that is no request', async () => {
    const server = await serve();
    const socket = await connectTo(server);
    expect(await answerTo(socket, REQUEST)).toContain('200 OK');
    const answer = readAll(socket);
    await pass(server.clock, FIRST_MS + 2_000);
    expect(await answerTo(socket, `\r\n${REQUEST}`)).toContain('200 OK');
    for (let passed = 0; passed <= NEXT_MS; passed += 4_000) {
      if (socket.writable) socket.write('\r\n');
      await pass(server.clock, 4_000);
    }
    expect((await answer).text).toContain('HTTP/1.1 408 ');
  });

  test('goes when there is no more room, the one that has waited the longest first', async () => {
    const server = await serve({ most: 3 });
    const [first, second, third] = [
      await connectTo(server),
      await connectTo(server),
      await connectTo(server),
    ];
    expect(await answerTo(first, REQUEST)).toContain('200 OK');
    const gone = readAll(second);
    const fourth = await connectTo(server);
    await gone;
    for (const socket of [first, third, fourth]) {
      expect(await answerTo(socket, REQUEST)).toContain('200 OK');
    }
  });
});

describe('a connection with a request in progress', () => {
  test('stays as long as that takes, and when others come', async () => {
    const server = await serve({ most: 3 });
    const sockets = [await connectTo(server), await connectTo(server)];
    for (const socket of sockets) socket.write(LONG_REQUEST);
    await until(() => server.long.asked === 2);
    await pass(server.clock, 2 * NEXT_MS);
    for (let i = 0; i < 5; i++) await connectTo(server);
    const answers = sockets.map((socket) => once(socket, 'data'));
    server.long.answer();
    expect(`${await Promise.all(answers)}`.match(/200 OK/g)).toHaveLength(2);
  });

  test('is not given up for another: where all are such, the new one is refused', async () => {
    const server = await serve({ most: 2 });
    const [first, second] = [await connectTo(server), await connectTo(server)];
    for (const socket of [first, second]) socket.write(LONG_REQUEST);
    await until(() => server.long.asked === 2);
    expect((await readAll(await connectTo(server))).text).toBe('');
    first.destroy();
    await until(() => ask(`http://127.0.0.1:${server.port}/health`).catch(() => null));
    const answer = once(second, 'data');
    server.long.answer();
    expect(`${await answer}`).toContain('200 OK');
  });

  test('of two that were sent at once is one until both are answered', async () => {
    const server = await serve();
    const socket = await connectTo(server);
    socket.write(REQUEST + LONG_REQUEST);
    expect(`${await once(socket, 'data')}`).toContain('200 OK');
    await pass(server.clock, 2 * NEXT_MS);
    const answer = once(socket, 'data');
    server.long.answer();
    expect(`${await answer}`).toContain('done');
  });
});

test('1,000 silent senders and 300 slow ones do not keep another from being served', async () => {
  const server = await serve({ most: 1_000 });
  const sockets = await Promise.all(
    Array.from({ length: 1_300 }, () => openConnection(server.port)),
  );
  const closed = sockets.map((socket) => once(socket.resume(), 'close'));
  const slow = sockets.slice(1_000);
  for (const socket of slow) socket.write('GET /health HTTP/1.1\r\nX-Slow: ');
  for (let asked = 0; asked < 20; asked++) {
    for (const socket of slow) socket.write('x');
    expect((await ask(`http://127.0.0.1:${server.port}/health`)).status).toBe(200);
  }
  expect(sockets.filter((socket) => !socket.destroyed).length).toBeGreaterThan(900);
  await pass(server.clock, FIRST_MS + 1_000);
  await Promise.all(closed);
});
