import type { Hono } from 'hono';
import { routes } from '../../../shared/routes/routes.ts';
import type { SettingsService } from '../../services/settings.service.ts';
import type { WatchFolderService } from '../../services/sources/watch-folder.service.ts';
import type { StorageService } from '../../services/storage.service.ts';
import { requireWindow } from '../access/auth.ts';
import type { HttpEnv } from '../env.ts';
import { serve } from '../serve.ts';

/** The person's settings: only the signed-in window reads and changes them. */
export function settingsRoutes(
  app: Hono<HttpEnv>,
  {
    settings,
    watchFolder,
    storage,
  }: { settings: SettingsService; watchFolder: WatchFolderService; storage: StorageService },
): void {
  app.use('/v1/settings', requireWindow);
  app.use('/v1/watch-folder', requireWindow);
  serve(app, routes.getWatchFolder, () => watchFolder.status());
  app.use('/v1/storage', requireWindow);
  serve(app, routes.getStorage, () => storage.look());
  serve(app, routes.getSettings, () => settings.get());
  serve(app, routes.updateSettings, ({ body }) => settings.update(body));
}
