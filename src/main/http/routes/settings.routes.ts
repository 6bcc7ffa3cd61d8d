import { routes } from '../../../shared/routes/routes.ts';
import type { BackupService } from '../../services/backup.service.ts';
import type { SettingsService } from '../../services/settings.service.ts';
import type { WatchFolderService } from '../../services/sources/watch-folder.service.ts';
import type { StorageService } from '../../services/storage.service.ts';
import type { Serve } from '../serve.ts';

/** The person's settings, and what lies on their disk. */
export function settingsRoutes(
  serve: Serve,
  {
    settings,
    watchFolder,
    storage,
    backups,
  }: {
    settings: SettingsService;
    watchFolder: WatchFolderService;
    storage: StorageService;
    backups: BackupService;
  },
): void {
  serve(routes.getWatchFolder, () => watchFolder.status());
  serve(routes.getStorage, () => storage.look());
  serve(routes.listBackups, () => backups.list());
  serve(routes.createBackup, () => backups.create());
  serve(routes.deleteBackups, async () => {
    await backups.removeAll();
    return undefined;
  });
  serve(routes.getSettings, () => settings.get());
  serve(routes.updateSettings, ({ body }) => settings.update(body));
}
