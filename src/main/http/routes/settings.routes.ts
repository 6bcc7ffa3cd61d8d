import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { routes } from '../../../shared/routes.ts';
import type { SettingsService } from '../../services/settings.service.ts';
import { requireWindow } from '../auth.ts';
import type { HttpEnv } from '../env.ts';

/** The person's settings: only the signed-in window reads and changes them. */
export function settingsRoutes(
  app: OpenAPIHono<HttpEnv>,
  { settings }: { settings: SettingsService },
): void {
  app.use('/v1/settings', requireWindow);
  app.openapi(createRoute(routes.getSettings), async (c) => c.json(await settings.get(), 200));
  app.openapi(createRoute(routes.updateSettings), async (c) =>
    c.json(await settings.update(c.req.valid('json')), 200),
  );
}
