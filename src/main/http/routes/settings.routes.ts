import { routes } from '../../../shared/routes/routes.ts';
import type { SettingsService } from '../../services/settings.service.ts';
import type { WatchFolderService } from '../../services/sources/watch-folder.service.ts';
import type { StorageService } from '../../services/storage.service.ts';
import type { Serve } from '../serve.ts';

/** The person's settings: only the signed-in window reads and changes them. */
export function settingsRoutes(
  serve: Serve,
  {
    settings,
    watchFolder,
    storage,
  }: { settings: SettingsService; watchFolder: WatchFolderService; storage: StorageService },
): void {
  serve(routes.getWatchFolder, () => watchFolder.status());
  serve(routes.getStorage, () => storage.look());
  serve(routes.getSettings, () => settings.get());
  serve(routes.updateSettings, ({ body }) => settings.update(body));
}
