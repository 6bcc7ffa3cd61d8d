import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { HttpEnv } from '../http-env.ts';
import type { HttpDependencies } from '../http-services.ts';
import { readBody } from '../request-body.ts';
import type { Serve } from '../serve-route.ts';

const MAX_SUNK_BYTES = 1024 * 1024;

/** The delivery log, tests, and what the sink received. */
export function webhookRoutes(serve: Serve, { webhooks }: HttpDependencies): void {
  serve(routes.listDeliveries, ({ query, principal }) => webhooks.list(query, principal));
  serve(routes.getDelivery, ({ params, principal }) => webhooks.get(params.id, principal));
  serve(routes.redeliver, ({ params, principal }) => webhooks.redeliver(params.id, principal));
  serve(routes.testWebhook, ({ body, principal }) => webhooks.test(body.url, principal));
  serve(routes.getSink, ({ principal }) => webhooks.sink(principal));
}

/** Receives webhooks for the sink. No sign-in is needed: the URL is the secret. */
export function sinkRoute(
  app: Hono<HttpEnv>,
  {
    webhooks,
    clock,
  }: Pick<HttpDependencies, 'clock'> & { webhooks: Pick<HttpDependencies['webhooks'], 'receive'> },
): void {
  app.post('/sink/:token', async (c) => {
    const body = await readBody(c, { most: MAX_SUNK_BYTES, clock });
    webhooks.receive(c.req.param('token'), c.req.header(), new TextDecoder().decode(body));
    return c.body(null, 204);
  });
}
