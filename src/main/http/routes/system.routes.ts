import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { routes } from '../../../shared/routes.ts';
import type { Clock } from '../../clock.ts';
import type { EventBus } from '../../events.ts';
import type { HealthService } from '../../services/health.service.ts';
import type { KeyService } from '../../services/key.service.ts';
import type { ModelService } from '../../services/model.service.ts';
import type { UsageService } from '../../services/usage.service.ts';
import { requireWindow } from '../auth.ts';
import type { HttpEnv } from '../env.ts';
import { streamEvents } from '../event-stream.ts';

/** Health, models, keys and the live events. */
export function systemRoutes(
  app: OpenAPIHono<HttpEnv>,
  {
    health,
    models,
    keys,
    usage,
    events,
    clock,
    closing,
    createSignInUrl,
  }: {
    health: HealthService;
    models: ModelService;
    keys: KeyService;
    usage: UsageService;
    events: EventBus;
    clock: Clock;
    closing: AbortSignal;
    createSignInUrl: () => string;
  },
): void {
  app.openapi(createRoute(routes.health), async (c) => c.json(await health.check(), 200));
  app.openapi(createRoute(routes.getUsage), async (c) =>
    c.json(await usage.get(c.get('principal')), 200),
  );
  app.openapi(createRoute(routes.listModels), async (c) => c.json(await models.list(), 200));
  app.get(routes.events.path, (c) => streamEvents(c, { events, clock, closing }));

  app.use('/v1/sign-in-links', requireWindow);
  app.openapi(createRoute(routes.createSignInLink), (c) => c.json({ url: createSignInUrl() }, 201));

  app.use('/v1/keys/*', requireWindow);
  app.openapi(createRoute(routes.listKeys), async (c) => c.json({ data: await keys.list() }, 200));
  app.openapi(createRoute(routes.createKey), async (c) =>
    c.json(await keys.create(c.req.valid('json')), 201),
  );
  app.openapi(createRoute(routes.revokeKey), async (c) =>
    c.json(await keys.revoke(c.req.valid('param').id), 200),
  );
}
