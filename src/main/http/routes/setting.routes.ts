import { routes } from '../../../shared/routes/routes.ts';
import type { HttpDependencies } from '../http-services.ts';
import type { Serve } from '../serve-route.ts';

/** The user's settings and storage, and the language models that may be chosen. */
export function settingRoutes(
  serve: Serve,
  { settings, watchFolder, automaticExport, storage, backups, recovery, llm }: HttpDependencies,
): void {
  serve(routes.getWatchFolder, () => watchFolder.status());
  serve(routes.getAutomaticExport, () => automaticExport.status());
  serve(routes.getStorage, () => storage.usage());
  serve(routes.listLosses, () => recovery.losses());
  serve(routes.dismissLosses, async () => recovery.dismiss());
  serve(routes.listBackups, () => backups.list());
  serve(routes.createBackup, () => backups.create());
  serve(routes.deleteBackups, () => backups.removeAll());
  serve(routes.getSettings, () => settings.get());
  serve(routes.updateSettings, ({ body }) => settings.update(body));
  serve(routes.listLlmModels, ({ body }) => llm.models(body));
}
