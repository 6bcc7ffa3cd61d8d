import { Hono } from 'hono';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { streamBody } from '../../../src/main/http/answer-stream.ts';
import type { HttpEnv } from '../../../src/main/http/http-env.ts';
import { listen } from '../../../src/main/http/server.ts';

let server: Awaited<ReturnType<typeof listen>>;
let told: string[];
let printed: MockInstance[];
let deleted: PromiseWithResolvers<void>;

/** Something is deleted after its first part was sent. */
async function* torn() {
  yield Buffer.from('the first part');
  await deleted.promise;
  throw new Error('It was deleted.');
}

beforeEach(async () => {
  told = [];
  deleted = Promise.withResolvers();
  printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')];
  const app = new Hono<HttpEnv>();
  const warn = (_: unknown, message?: string) => void told.push(message ?? '');
  const logger = { warn };
  app.get('/', (c) => c.body(streamBody(c, torn(), logger)));
  server = await listen(app, { host: '127.0.0.1', port: 0, clock: systemClock });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

test('an answer that fails while it is sent breaks off, with one line in the log and nothing beside it', async () => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/`);
  const reader = answer.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('the first part');
  deleted.resolve();
  await expect(reader?.read()).rejects.toThrow('terminated');
  expect(told).toEqual(['an answer broke off']);
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});
