import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { Clock } from '../../clock.ts';
import type { EventBus } from '../../events.ts';
import type { KeyService } from '../../services/accounts/key.service.ts';
import type { UsageService } from '../../services/accounts/usage.service.ts';
import type { HealthService } from '../../services/health.service.ts';
import { requireWindow } from '../access/auth.ts';
import type { HttpEnv } from '../env.ts';
import { streamAll } from '../live-events.ts';
import { serve } from '../serve.ts';

/** Health, usage, keys and the live events. */
export function systemRoutes(
  app: Hono<HttpEnv>,
  {
    health,
    keys,
    usage,
    events,
    clock,
    closing,
    createSignInUrl,
  }: {
    health: HealthService;
    keys: KeyService;
    usage: UsageService;
    events: EventBus;
    clock: Clock;
    closing: AbortSignal;
    createSignInUrl: () => string;
  },
): void {
  serve(app, routes.health, () => health.check());
  serve(app, routes.getUsage, ({ principal }) => usage.get(principal));
  serve(app, routes.events, ({ headers, principal }, c) =>
    streamAll(c, { events, clock, closing, principal }, headers['last-event-id']),
  );

  app.use('/v1/sign-in-links', requireWindow);
  serve(app, routes.createSignInLink, () => ({ url: createSignInUrl() }));

  app.use('/v1/keys/*', requireWindow);
  serve(app, routes.listKeys, async () => ({ data: await keys.list() }));
  serve(app, routes.createKey, ({ body }) => keys.create(body));
  serve(app, routes.revokeKey, ({ params }) => keys.revoke(params.id));
}
