import { basename, sep } from 'node:path';
import { isMediaName } from '../../shared/sources/media-extensions.ts';

type FileWatch = { close(): Promise<void> };

/** A file counts as complete once its size has not changed for this long. */
const STABLE_MS = 2000;
const LOOK_MS = 250;

/**
 * Reports the recordings in a folder and its subfolders: existing, new and changed ones, each once it is complete.
 * Skips hidden files and everything under `except`.
 */
export async function watchFiles(
  folder: string,
  {
    except,
    onFile,
    onError,
  }: { except: string; onFile: (path: string) => void; onError: (error: unknown) => void },
): Promise<FileWatch> {
  // Loaded only when a folder is watched.
  const { watch } = await import('chokidar');
  const watcher = watch(folder, {
    awaitWriteFinish: { stabilityThreshold: STABLE_MS, pollInterval: LOOK_MS },
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (path, stats) =>
      `${path}${sep}`.startsWith(except + sep) ||
      (path !== folder && basename(path).startsWith('.')) ||
      (stats?.isFile() === true && !isMediaName(path)),
  });
  watcher.on('add', onFile);
  watcher.on('change', onFile);
  watcher.on('error', onError);
  return watcher;
}
