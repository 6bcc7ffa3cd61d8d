/** The recordings of a watched folder, each once its bytes are all there. */
import { stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { type Clock, createPause } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { lookAtFolder } from '../../core/folder-looks.ts';
import { isUnfinished, STABLE_MS, watchFiles } from '../../media/watch-files.ts';
import { recordingsIn } from '../choose-recordings.ts';

/** How soon it is noticed that the folder itself is gone. */
const LOOK_AGAIN_MS = 5000;

type Watching = {
  recursive: boolean;
  /** A folder that is left out with all below it. */
  except: string;
  clock: Clock;
  signal: AbortSignal;
};

/** Distinguishes versions of a file's content; null if it is missing, empty, or not a file. */
export async function probeFile(
  path: string,
): Promise<{ bytes: number; modified_at: number } | null> {
  const facts = await stat(path).catch(() => null);
  if (!facts?.isFile() || facts.size === 0) return null;
  return { bytes: facts.size, modified_at: facts.mtimeMs };
}

/** The recordings that are in the folder now; those still growing come last. Ends after them. */
export async function* recordingsThereNow(
  folder: string,
  { recursive, except, clock, signal }: Watching,
): AsyncGenerator<string> {
  const found = await recordingsIn(folder, { recursive });
  const pending = new Map<string, string | null>();
  for (const path of found) {
    if (!path.startsWith(except + sep)) pending.set(path, await contentOf(path));
  }
  while (pending.size > 0) {
    await clock.sleep(STABLE_MS, signal);
    for (const [path, before] of pending) {
      const now = await contentOf(path);
      if (now === before && now !== null && !(await isUnfinished(path))) yield path;
      const after = await contentOf(path);
      if (after === before) pending.delete(path);
      else pending.set(path, after);
    }
  }
}

const contentOf = async (path: string): Promise<string | null> => {
  const facts = await probeFile(path);
  return facts && `${facts.bytes} ${facts.modified_at}`;
};

/**
 * The recordings in the folder, and all that are added or changed, until the signal aborts.
 *
 * @throws AppError `not_found` when the folder is gone
 */
export async function* recordingsAsTheyCome(
  folder: string,
  { recursive, except, clock, signal, onError }: Watching & { onError: (error: unknown) => void },
): AsyncGenerator<string> {
  const waiting: string[] = [];
  const pause = createPause(clock);
  const onFile = (path: string) => {
    waiting.push(path);
    pause.wake();
  };
  const watching = { except, recursive, clock, onFile, onError };
  let mark = await lookAtFolder(folder);
  let watcher = await watchFiles(folder, watching);
  try {
    while (!signal.aborted) {
      const path = waiting.shift();
      if (path !== undefined) {
        yield path;
        continue;
      }
      await pause.wait(LOOK_AGAIN_MS, signal);
      await requireFolder(folder);
      const now = await lookAtFolder(folder);
      if (now === mark) continue;
      // A stick was pulled or put in: of what is at this path now, the watcher would never tell.
      mark = now;
      await watcher.close();
      watcher = await watchFiles(folder, watching);
    }
  } finally {
    await watcher.close();
  }
}

/** @throws AppError `not_found` */
export async function requireFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch(() => null);
  if (facts?.isDirectory()) return;
  const message = facts
    ? `${folder} is a file. Name the folder to watch.`
    : `The folder ${folder} is not there.`;
  throw new AppError('not_found', { message });
}
