/** A connection on which nothing moves is ended, unless it is we who have not answered yet. */
import { once } from 'node:events';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import type { HttpEnv } from '../../../src/main/http/http-env.ts';
import { listen } from '../../../src/main/http/server.ts';
import { openConnection, readAll } from '../../helpers/harness/raw-request.ts';

const SILENT_MS = 200;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  const app = new Hono<HttpEnv>();
  app.post('/', async ({ req, text }) => {
    const asked = await req.text();
    await systemClock.sleep(4 * SILENT_MS);
    return text(`${asked} is answered.`);
  });
  app.get('/', ({ text }) => text('Quick.'));
  server = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    limits: { silentMs: SILENT_MS, firstRequestMs: 60_000, nextRequestMs: 60_000, most: 10 },
  });
});
afterAll(() => server.close());

const HEAD = 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 7\r\n\r\n';

test('an answer that takes longer is waited for', async () => {
  const socket = await openConnection(server.port);
  socket.write(`${HEAD}Request`);
  const { status, body } = await readAll(socket);
  expect([status, body]).toEqual([200, 'Request is answered.']);
});

test('the same with a request behind it that is answered at once', async () => {
  const socket = await openConnection(server.port);
  const slow = HEAD.replace('Connection: close\r\n', '');
  socket.write(`${slow}RequestGET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  const { text } = await readAll(socket);
  expect(text).toMatch(/^HTTP\/1\.1 200 OK.*Request is answered\.HTTP\/1\.1 200 OK.*Quick\.$/s);
});

test('a request that stops in the middle is not', async () => {
  const socket = await openConnection(server.port);
  socket.write(`${HEAD}Req`);
  const [hadError] = await once(socket.resume(), 'close');
  expect(hadError).toBe(false);
  expect(socket.bytesRead).toBe(0);
});
