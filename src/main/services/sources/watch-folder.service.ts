import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { WatchFolder } from '../../../shared/sources/watch-folder.ts';
import { titleOf } from '../../../shared/transcription/title.ts';
import { CreateTranscription } from '../../../shared/transcription/transcription.ts';
import { AppError, isNodeError } from '../../core/errors.ts';
import { isShortage, toAppError } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import {
  createWatchedFileRepository,
  type WatchedFile,
} from '../../repositories/watched-file.repository.ts';
import { WINDOW } from '../principal.ts';
import type { SettingsService } from '../settings.service.ts';
import type { TranscriptionService } from '../transcriptions/transcription.service.ts';
import type { FileService } from './file.service.ts';

/** Reports the recordings of a folder, each once it is complete, until it is closed. */
export type WatchFiles = (
  folder: string,
  listeners: { onFile: (path: string) => void; onError: (error: unknown) => void },
) => Promise<{ close(): Promise<void> }>;

/** How soon a folder that reappears, such as one on an external disk, is noticed. */
const LOOK_AGAIN_MS = 5000;

export type WatchFolderService = ReturnType<typeof createWatchFolderService>;

/** Transcribes what is put into a folder: every recording once, across restarts. */
export function createWatchFolderService(
  core: Pick<Core, 'db' | 'events' | 'housekeeping' | 'lookAtFolder' | 'clock' | 'logger'>,
  {
    watch,
    files,
    transcriptions,
    settings,
  }: {
    watch: WatchFiles;
    files: Pick<FileService, 'store' | 'removeOf'>;
    transcriptions: Pick<TranscriptionService, 'create'>;
    settings: Pick<SettingsService, 'get'>;
  },
) {
  const { db, events, housekeeping, lookAtFolder, clock, logger } = core;
  const watched = createWatchedFileRepository(db);
  const stopping = new AbortController();
  /** `mark` is null where the folder was not there when it was last looked at. */
  let current: { folder: string; mark: string | null; close(): Promise<void> } | null = null;
  let problem: string | null = null;
  let skipped: string | null = null;
  /** Handles one file at a time, and changes of the folder in between. */
  let last: Promise<void> = Promise.resolve();

  const status = async (): Promise<WatchFolder> => {
    const { watch_folder: folder } = await settings.get();
    if (folder === null) return { folder, state: 'off', skipped: null, problem: null };
    return {
      folder,
      state: (await lookAtFolder(folder)) === null ? 'missing' : 'watching',
      skipped,
      problem,
    };
  };

  const announce = async (): Promise<void> =>
    events.emit({ type: 'watch_folder', watch_folder: await status() });

  const tell = async (sentence: string | null): Promise<void> => {
    if (sentence === problem) return;
    problem = sentence;
    await announce();
  };

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch(async (error: unknown) => {
      if (stopping.signal.aborted) return;
      logger.warn({ err: error }, 'the watch folder stumbled');
      await tell(toAppError(error).message);
    });
    return last;
  };

  const take = async (path: string): Promise<void> => {
    const before = await probeFile(path);
    if (!before || stopping.signal.aborted) return;
    if (await watched.has(before)) return;
    const { signal } = stopping;
    const content = createReadStream(path);
    const stored = await files
      .store(content, basename(path), WINDOW, { signal, path })
      .catch((error: unknown) => ifUnreadable(error, path))
      .finally(() => content.destroy());
    if (stored === null) return;
    const after = await probeFile(path);
    // It grew while it was read; it is reported again once its size is stable.
    if (after?.bytes !== before.bytes || after.modifiedAt !== before.modifiedAt) {
      await files.removeOf(stored.url);
      return;
    }
    const { speaker_recognition, watch_project_id } = await settings.get();
    const request = CreateTranscription.parse({
      url: stored.url,
      reuse: true,
      speaker_recognition,
      project_id: watch_project_id,
    });
    const { how, transcription } = await transcriptions.create(request, WINDOW, {
      forgiving: true,
    });
    await watched.remember(before);
    if (how === 'reused') {
      skipped = `“${basename(path)}” is the same as “${titleOf(transcription.source)}” and was not added again.`;
      await announce();
    }
    await tell(null);
  };

  const open = async (folder: string, mark: string | null): Promise<void> => {
    current = { folder, mark, close: async () => {} };
    if (mark === null) return;
    const watcher = await watch(folder, {
      onFile: (path) => void enqueue(() => take(path)),
      onError: (error) => void enqueue(() => Promise.reject(error)),
    });
    current.close = () => watcher.close();
  };

  /** Of several services on one database, only one watches. */
  const follow = async (wanted: string | null): Promise<void> => {
    const folder = housekeeping.isHere() ? wanted : null;
    if (folder === (current?.folder ?? null) || stopping.signal.aborted) return;
    await current?.close();
    current = null;
    [problem, skipped] = [null, null];
    if (folder !== null) await open(folder, await lookAtFolder(folder));
    await announce();
  };

  /** A folder that was away, or is another one now, is scanned completely: a watcher tells of that one no more. */
  const rescan = async (): Promise<void> => {
    if (!current || stopping.signal.aborted) return;
    const { folder, mark: before } = current;
    const mark = await lookAtFolder(folder);
    if (mark === before) return;
    await current.close();
    await open(folder, mark);
    if ((mark === null) !== (before === null)) await announce();
  };

  const keepScanning = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(LOOK_AGAIN_MS, stopping.signal);
      await enqueue(rescan);
    }
  };

  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'settings') return;
    const { watch_folder } = event.settings;
    void enqueue(() => follow(watch_folder));
  });
  const followSettings = () => enqueue(async () => follow((await settings.get()).watch_folder));
  housekeeping.onChange(() => void followSettings());

  return {
    status,

    /** Starts watching if a folder is configured. */
    start(): Promise<void> {
      // Ends when `stop` interrupts its sleep.
      keepScanning().catch(() => {});
      return followSettings();
    },

    async stop(): Promise<void> {
      unsubscribe();
      stopping.abort();
      await last;
      await current?.close();
    },
  };
}

/** Null if the file has gone meanwhile, such as with its stick. @throws a sentence if it cannot be read, or the error */
function ifUnreadable(error: unknown, path: string): null {
  if (!isNodeError(error) || error.path !== path || isShortage(error)) throw error;
  if (error.code === 'ENOENT') return null;
  const message = `“${basename(path)}” cannot be read (${error.code}).`;
  throw new AppError('not_found', { message, cause: error });
}

/** Null if it is missing, empty, or not a file. */
async function probeFile(path: string): Promise<WatchedFile | null> {
  const facts = await stat(path).catch(() => null);
  if (!facts?.isFile() || facts.size === 0) return null;
  return { path, bytes: facts.size, modifiedAt: facts.mtimeMs };
}
