import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Clock } from '../../../src/main/core/clock.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import { createErrorHandler } from '../../../src/main/http/error-handler.ts';
import type { HttpEnv } from '../../../src/main/http/http-env.ts';
import { createBodyReader } from '../../../src/main/http/json-body.ts';
import { sinkRoute } from '../../../src/main/http/routes/webhook.routes.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';

const openApp = () => {
  const app = new Hono<HttpEnv>();
  app.onError(createErrorHandler(createLogger('silent')));
  return app;
};

test.each([
  [
    'JSON',
    (clock: Clock) => {
      const app = openApp();
      app.use(createBodyReader(clock)({}));
      return app.post('/sink/x', (c) => c.json(c.get('body')));
    },
  ],
  [
    'what is sent to the sink, by somebody without a key',
    (clock: Clock) => {
      const app = openApp();
      sinkRoute(app, { webhooks: { receive() {} }, clock });
      return app;
    },
  ],
])('a body that does not end within 30 seconds is given up: %s', async (_what, open) => {
  const clock = createFakeClock();
  const app = open(clock);
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"url":')),
  });
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const answer = Promise.resolve(
    app.request('/sink/x', { method: 'POST', body, headers, duplex: 'half' } as RequestInit),
  );
  await clock.sleeping(30_000);
  await clock.advance(30_000);
  expect((await answer).status).toBe(408);
  expect(await (await answer).json()).toMatchObject({ error: { code: 'request_timeout' } });
});
