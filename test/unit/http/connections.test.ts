import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { mostConnections, watchConnections } from '../../../src/main/http/server.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

test('a peer that does not even take the answer that it was too slow is cut off', async () => {
  const clock = createFakeClock();
  const closed = new AbortController();
  const server = new EventEmitter();
  watchConnections(server as Server, {
    limits: { silentMs: 60_000, firstRequestMs: 10_000, nextRequestMs: 32_000, most: 10 },
    clock,
    signal: closed.signal,
  });
  const written: string[] = [];
  const peer = new Duplex({
    read() {},
    write(chunk) {
      // It never says that the bytes are gone.
      written.push(`${chunk}`);
    },
  });
  const socket = Object.assign(peer, { bytesRead: 0 });
  server.emit('connection', socket);
  socket.bytesRead = 1;
  await clock.advance(10_000);
  expect(written.join('')).toMatch(/^HTTP\/1\.1 408 /);
  expect(socket.destroyed).toBe(false);
  await clock.advance(2_000);
  expect(socket.destroyed).toBe(true);
  closed.abort();
});

test('there is room for many connections, though never for more than files may be open', () => {
  expect(mostConnections()).toBeGreaterThan(16);
  expect(mostConnections()).toBeLessThanOrEqual(2_048);
});
