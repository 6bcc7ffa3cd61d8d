import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../core/logger.ts';

/**
 * Checks for a newer Steno once at start, downloads it, and installs it when Steno is next closed. Only builds made
 * with an update URL have `app-update.yml` and do so.
 */
export async function keepUpToDate({
  isPackaged,
  resourcesPath,
  logger,
}: {
  isPackaged: boolean;
  resourcesPath: string;
  logger: Logger;
}): Promise<void> {
  if (!isPackaged || !existsSync(join(resourcesPath, 'app-update.yml'))) return;
  try {
    const { default: updater } = await import('electron-updater');
    await updater.autoUpdater.checkForUpdatesAndNotify();
  } catch (error) {
    logger.warn({ err: error }, 'looking for a newer version did not work');
  }
}
