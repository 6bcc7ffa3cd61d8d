/** Whether the data folder is still where it was opened: people move it, and disks are unmounted, while a service runs. */
import { statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ServerEvent } from '../../shared/server-event.ts';
import type { Clock } from './clock.ts';
import { AppError, isNodeError, succeeds } from './errors.ts';
import type { Logger } from './logger.ts';

/** How often it is looked at while nobody asks. */
const LOOK_EVERY_MS = 1_000;
/** A share whose server hangs does not answer at all. */
const ANSWER_MS = 5_000;

/** A file in the folder that tells it from any other folder with the same path. */
export type FolderMark = { isThere(): Promise<boolean>; isThereNow(): boolean };

/** The file as it is now, recognized by its device and inode. */
export function fileMark(path: string): FolderMark {
  const { dev, ino } = statSync(path, { bigint: true });
  const isIt = (found: { dev: bigint; ino: bigint }) => found.dev === dev && found.ino === ino;
  return {
    isThere: () => stat(path, { bigint: true }).then(isIt, () => false),
    isThereNow() {
      try {
        return isIt(statSync(path, { bigint: true }));
      } catch {
        return false;
      }
    },
  };
}

/** A file whose name is ours alone: a share that was mounted again may have another device. */
export function nameMark(path: string): FolderMark {
  const isThere = () => succeeds(stat(path));
  return { isThere, isThereNow: () => statSync(path, { throwIfNoEntry: false }) !== undefined };
}

type DataFolderState = Extract<ServerEvent, { type: 'data_folder' }>;

export type FolderWatch = ReturnType<typeof createFolderWatch>;

/** Asked before what matters is written, and once a second meanwhile. */
export function createFolderWatch({
  dataDir,
  mark,
  clock,
  logger,
  onChange,
}: {
  dataDir: string;
  /** Null before the folder is open. */
  mark: () => FolderMark | null;
  clock: Clock;
  logger: Logger;
  onChange: (state: DataFolderState) => void;
}) {
  let there = true;
  let absences = 0;
  let looking: Promise<boolean> | null = null;

  const state = (): DataFolderState => ({ type: 'data_folder', is_there: there });

  const note = (found: boolean): boolean => {
    if (found !== there) {
      there = found;
      if (found) logger.info({ data: dataDir }, 'the data folder is back');
      else {
        absences += 1;
        logger.error({ data: dataDir }, 'the data folder was moved, removed or unmounted');
      }
      onChange(state());
    }
    return found;
  };

  const look = async (): Promise<boolean> => {
    const tooLate = new AbortController();
    const answer = (mark()?.isThere() ?? Promise.resolve(true)).finally(() => tooLate.abort());
    const silence = clock.sleep(ANSWER_MS, tooLate.signal).then(
      () => false,
      () => answer,
    );
    return note(await Promise.race([answer, silence]));
  };

  const isThere = (): Promise<boolean> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };

  const require = async (): Promise<void> => {
    if (!(await isThere())) throw new AppError('data_folder_away');
  };

  return {
    isThere,
    /** As it was last seen. */
    state,
    /** @throws data_folder_away */
    require,
    /** Returns what tells whether it was away since: what failed meanwhile may not be to blame. */
    startCounting() {
      const before = absences;
      return async (): Promise<boolean> => !(await isThere()) || absences !== before;
    },

    /** Runs what reads or writes in the folder. @throws data_folder_away where that is why it failed */
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      await require();
      const wasAway = this.startCounting();
      try {
        return await work();
      } catch (error) {
        if (!(await wasAway())) throw error;
        throw new AppError('data_folder_away', { cause: error });
      }
    },

    /** Makes a folder in the data folder, but never that one again. @throws data_folder_away */
    async make(folder: string): Promise<void> {
      await require();
      await makeBelow(dataDir, folder);
    },

    async untilThere(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && !(await isThere())) {
        await clock.sleep(LOOK_EVERY_MS, signal).catch(() => {});
      }
    },

    async keepLooking(closing: AbortSignal): Promise<void> {
      while (!closing.aborted) {
        await isThere();
        await clock.sleep(LOOK_EVERY_MS, closing).catch(() => {});
      }
    },
  };
}

/** Makes what is missing of a path below `root`, and never `root` itself. @throws data_folder_away */
async function makeBelow(root: string, folder: string): Promise<void> {
  let path = root;
  for (const name of relative(root, folder).split(sep)) {
    path = join(path, name);
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (!isNodeError(error) || error.code === 'EEXIST') return;
      if (error.code === 'ENOENT') throw new AppError('data_folder_away', { cause: error });
      throw error;
    });
  }
}
