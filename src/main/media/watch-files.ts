import { basename, sep } from 'node:path';
import { isMediaName } from '../../shared/sources/media-extensions.ts';

type FileWatch = { close(): Promise<void> };

/** A file counts as whole once its size has not changed for this long. */
const STABLE_MS = 2000;
const LOOK_MS = 250;

/**
 * Tells the recordings of a folder and of those below it: what is there, what comes, and what changes, each once it
 * is whole. Hidden files and what lies under `except` stay out.
 */
export async function watchFiles(
  folder: string,
  {
    except,
    onFile,
    onError,
  }: { except: string; onFile: (path: string) => void; onError: (error: unknown) => void },
): Promise<FileWatch> {
  // Loaded only by those who watch a folder.
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
