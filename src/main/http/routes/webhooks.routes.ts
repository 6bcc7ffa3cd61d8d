import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { routes } from '../../../shared/routes.ts';
import { AppError } from '../../errors.ts';
import type { WebhookService } from '../../services/webhook.service.ts';
import type { HttpEnv } from '../env.ts';

const MAX_SUNK_BYTES = 1024 * 1024;

/** The delivery log, tests, and what the sink received. */
export function webhookRoutes(
  app: OpenAPIHono<HttpEnv>,
  { webhooks }: { webhooks: WebhookService },
): void {
  app.openapi(createRoute(routes.listDeliveries), async (c) =>
    c.json(await webhooks.list(c.req.valid('query'), c.get('principal')), 200),
  );
  app.openapi(createRoute(routes.getDelivery), async (c) =>
    c.json(await webhooks.get(c.req.valid('param').id, c.get('principal')), 200),
  );
  app.openapi(createRoute(routes.redeliver), async (c) =>
    c.json(await webhooks.redeliver(c.req.valid('param').id, c.get('principal')), 200),
  );
  app.openapi(createRoute(routes.testWebhook), async (c) =>
    c.json(await webhooks.test(c.req.valid('json').url, c.get('principal')), 200),
  );
  app.openapi(createRoute(routes.getSink), (c) => c.json(webhooks.sink(c.get('principal')), 200));
}

/** Where webhooks to the sink arrive. Nobody signs in here: the address is the secret. */
export function sinkRoute(
  app: OpenAPIHono<HttpEnv>,
  { webhooks }: { webhooks: WebhookService },
): void {
  const limit = bodyLimit({
    maxSize: MAX_SUNK_BYTES,
    onError: () => {
      throw new AppError('payload_too_large');
    },
  });
  app.post('/sink/:token', limit, async (c) => {
    webhooks.receive(c.req.param('token'), c.req.header(), await c.req.text());
    return c.body(null, 204);
  });
}
