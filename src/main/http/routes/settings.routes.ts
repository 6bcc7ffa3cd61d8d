import type { Hono } from 'hono';
import { routes } from '../../../shared/routes.ts';
import type { SettingsService } from '../../services/settings.service.ts';
import { requireWindow } from '../auth.ts';
import type { HttpEnv } from '../env.ts';
import { serve } from '../serve.ts';

/** The person's settings: only the signed-in window reads and changes them. */
export function settingsRoutes(
  app: Hono<HttpEnv>,
  { settings }: { settings: SettingsService },
): void {
  app.use('/v1/settings', requireWindow);
  serve(app, routes.getSettings, () => settings.get());
  serve(app, routes.updateSettings, ({ body }) => settings.update(body));
}
