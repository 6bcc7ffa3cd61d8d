import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

/** Whether the service is up and can take work, and figures about it. */
export function healthRoutes(serve: Serve, { health, metrics }: HttpDependencies): void {
  serve(routes.health, () => health.check());
  serve(routes.live, () => ({ status: 'ok' as const }));
  serve(routes.ready, async (_, c) => {
    const readiness = await health.ready();
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503);
  });
  serve(routes.getMetrics, async (_, c) => {
    const { type, text } = await metrics.gather();
    return c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  });
}
