import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { HttpEnv } from '../../../src/main/http/env.ts';
import { createErrorHandler } from '../../../src/main/http/error-handler.ts';
import { createBodyReader } from '../../../src/main/http/json-body.ts';
import { createLogger } from '../../../src/main/logger.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';

test('a body that does not end within 30 seconds is given up', async () => {
  const clock = createFakeClock();
  const app = new Hono<HttpEnv>();
  app.onError(createErrorHandler(createLogger('silent')));
  app.use(createBodyReader(clock)({}));
  app.post('/', (c) => c.json(c.get('body')));
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"url":')),
  });
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const answer = Promise.resolve(
    app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit),
  );
  await clock.sleeping(30_000);
  await clock.advance(30_000);
  expect((await answer).status).toBe(408);
  expect(await (await answer).json()).toMatchObject({ error: { code: 'request_timeout' } });
});
