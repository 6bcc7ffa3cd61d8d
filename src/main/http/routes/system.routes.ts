import { routes } from '../../../shared/routes/routes.ts';
import type { Clock } from '../../clock.ts';
import type { EventBus } from '../../events.ts';
import type { KeyService } from '../../services/accounts/key.service.ts';
import type { SessionService } from '../../services/accounts/session.service.ts';
import type { UsageService } from '../../services/accounts/usage.service.ts';
import type { HealthService } from '../../services/health.service.ts';
import { forgetCookie } from '../access/sign-in.ts';
import { streamAll } from '../live-events.ts';
import type { Serve } from '../serve.ts';

/** Health, usage, keys, sessions and the live events. */
export function systemRoutes(
  serve: Serve,
  {
    health,
    keys,
    sessions,
    usage,
    events,
    clock,
    closing,
    createSignInUrl,
    port,
  }: {
    health: HealthService;
    keys: KeyService;
    sessions: SessionService;
    usage: UsageService;
    events: EventBus;
    clock: Clock;
    closing: AbortSignal;
    createSignInUrl: () => string;
    port: () => number;
  },
): void {
  serve(routes.health, () => health.check());
  serve(routes.getUsage, ({ principal }) => usage.get(principal));
  serve(routes.events, ({ headers, principal }, c) =>
    streamAll(c, { events, clock, closing, principal }, headers['last-event-id']),
  );

  serve(routes.createSignInLink, () => ({ url: createSignInUrl() }));

  serve(routes.listKeys, async () => ({ data: await keys.list() }));
  serve(routes.createKey, ({ body }) => keys.create(body));
  serve(routes.revokeKey, ({ params }) => keys.revoke(params.id));

  serve(routes.listSessions, (_, c) => sessions.list(c.get('sessionId')));
  serve(routes.endSession, async ({ params }, c) => {
    const current = c.get('sessionId');
    if (params.id === current || params.id === 'current') forgetCookie(c, port());
    await sessions.end(params.id === 'current' ? (current ?? params.id) : params.id);
    return undefined;
  });
  serve(routes.endSessions, async (_, c) => {
    forgetCookie(c, port());
    await sessions.endAll();
    return undefined;
  });
}
