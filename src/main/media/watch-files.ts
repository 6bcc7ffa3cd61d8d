import { stat } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import { isMediaName } from '../../shared/sources/media-extensions.ts';
import type { Clock } from '../core/clock.ts';
import { isFile } from '../core/user-folders.ts';
import { isHiddenName } from './hidden-names.ts';
import { pollFiles, tellsNothing } from './poll-files.ts';

type FileWatch = { close(): Promise<void> };

/** A file counts as complete once its size has not changed for this long. */
export const STABLE_MS = 2000;
const LOOK_MS = 250;
/** Suffixes of the files browsers place next to a download that already has its final name. */
const UNFINISHED = ['.part', '.crdownload', '.download'];

/**
 * Reports the recordings in a folder and, if `recursive`, its subfolders: existing, new and changed ones, each once it is
 * complete. Skips hidden files and everything under `except`.
 */
export async function watchFiles(
  folder: string,
  {
    except,
    recursive,
    clock,
    onFile,
    onError,
  }: {
    except: string;
    recursive: boolean;
    clock: Clock;
    onFile: (path: string) => void;
    onError: (error: unknown) => void;
  },
): Promise<FileWatch> {
  if (await tellsNothing(folder)) {
    const isReady = async (path: string) => !(await isUnfinished(path));
    const ports = { clock, stableMs: STABLE_MS, isReady, onFile, onError };
    return pollFiles(folder, { except, recursive, ...ports });
  }
  // Loaded only when a folder is watched.
  const { watch } = await import('chokidar');
  const watcher = watch(folder, {
    awaitWriteFinish: { stabilityThreshold: STABLE_MS, pollInterval: LOOK_MS },
    followSymlinks: false,
    ...(!recursive && { depth: 0 }),
    ignorePermissionErrors: true,
    ignored: (path, stats) =>
      `${path}${sep}`.startsWith(except + sep) ||
      (path !== folder && isHiddenName(basename(path))) ||
      (stats?.isFile() === true && !isMediaName(path)),
  });
  const closing = new AbortController();
  let isScanned = false;
  const report = async (path: string) => {
    // What is found by the first scan is reported at once, even if it grows.
    if (!isScanned && !(await settles(path, clock, closing.signal))) return;
    if (!(await isUnfinished(path)) && !closing.signal.aborted) onFile(path);
  };
  watcher.on('add', report);
  watcher.on('change', report);
  watcher.on('error', onError);
  watcher.on('ready', () => {
    isScanned = true;
  });
  return {
    close() {
      closing.abort();
      return watcher.close();
    },
  };
}

/** Waits until a file has stopped growing; false when the signal aborts before. */
async function settles(path: string, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const bytesOf = async () => (await stat(path).catch(() => null))?.size;
  for (let before = await bytesOf(); ; ) {
    try {
      await clock.sleep(STABLE_MS, signal);
    } catch {
      return false;
    }
    const now = await bytesOf();
    if (now === before) return true;
    before = now;
  }
}

/** Whether a browser still loads this file, which has its final name already. */
export async function isUnfinished(path: string): Promise<boolean> {
  const found = await Promise.all(UNFINISHED.map((ending) => isFile(path + ending)));
  return found.includes(true);
}
