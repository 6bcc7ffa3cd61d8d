import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CreateTranscription } from '../../shared/transcription.ts';
import type { WatchFolder } from '../../shared/watch-folder.ts';
import { toAppError } from '../errors.ts';
import type { EventBus } from '../events.ts';
import type { Logger } from '../logger.ts';
import type {
  WatchedFile,
  WatchedFileRepository,
} from '../repositories/watched-file.repository.ts';
import type { FileService } from './file.service.ts';
import type { Principal } from './principal.ts';
import type { SettingsService } from './settings.service.ts';
import type { TranscriptionService } from './transcription.service.ts';

/** Tells the recordings of a folder, each once it is whole, until it is closed. */
export type WatchFiles = (
  folder: string,
  listeners: { onFile: (path: string) => void; onError: (error: unknown) => void },
) => Promise<{ close(): Promise<void> }>;

/** What browsers put beside a file that is still being downloaded under its final name. */
const UNFINISHED = ['.part', '.crdownload', '.download'];
const WINDOW: Principal = { kind: 'window' };

export type WatchFolderService = ReturnType<typeof createWatchFolderService>;

/** Transcribes what is put into a folder: every recording once, also over restarts. */
export function createWatchFolderService({
  watch,
  watched,
  files,
  transcriptions,
  settings,
  events,
  logger,
}: {
  watch: WatchFiles;
  watched: WatchedFileRepository;
  files: Pick<FileService, 'store' | 'removeOf'>;
  transcriptions: Pick<TranscriptionService, 'create'>;
  settings: Pick<SettingsService, 'get'>;
  events: EventBus;
  logger: Logger;
}) {
  const stopping = new AbortController();
  let current: { folder: string; close(): Promise<void> } | null = null;
  let problem: string | null = null;
  /** One file after the other, and no change of folder in between. */
  let last: Promise<void> = Promise.resolve();

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      problem = toAppError(error).message;
      logger.warn({ err: error }, 'the watch folder stumbled');
    });
    return last;
  };

  const take = async (path: string): Promise<void> => {
    const before = await look(path);
    if (!before || stopping.signal.aborted || (await isUnfinished(path))) return;
    if (await watched.has(before)) return;
    const stored = await files.store(
      createReadStream(path),
      basename(path),
      WINDOW,
      stopping.signal,
    );
    const after = await look(path);
    // It grew while it was read: its next rest tells it again.
    if (after?.bytes !== before.bytes || after.modifiedAt !== before.modifiedAt) {
      await files.removeOf(stored.url);
      return;
    }
    const request = CreateTranscription.parse({ url: stored.url, reuse: true });
    await transcriptions.create(request, WINDOW);
    await watched.remember(before);
    problem = null;
  };

  const follow = async (folder: string | null): Promise<void> => {
    if (folder === (current?.folder ?? null) || stopping.signal.aborted) return;
    await current?.close();
    current = null;
    problem = null;
    if (folder === null) return;
    const { close } = await watch(folder, {
      onFile: (path) => void enqueue(() => take(path)),
      onError: (error) => void enqueue(() => Promise.reject(error)),
    }).then((watcher) => ({ close: () => watcher.close() }));
    current = { folder, close };
  };

  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'settings') return;
    const { watch_folder } = event.settings;
    void enqueue(() => follow(watch_folder));
  });

  return {
    start: () => enqueue(async () => follow((await settings.get()).watch_folder)),

    async status(): Promise<WatchFolder> {
      const { watch_folder: folder } = await settings.get();
      if (folder === null) return { folder, state: 'off', problem: null };
      const there = (await stat(folder).catch(() => null))?.isDirectory() ?? false;
      return { folder, state: there ? 'watching' : 'missing', problem };
    },

    async stop(): Promise<void> {
      unsubscribe();
      stopping.abort();
      await last;
      await current?.close();
    },
  };
}

/** Null for what is gone, empty, or no file. */
async function look(path: string): Promise<WatchedFile | null> {
  const facts = await stat(path).catch(() => null);
  if (!facts?.isFile() || facts.size === 0) return null;
  return { path, bytes: facts.size, modifiedAt: facts.mtimeMs };
}

async function isUnfinished(path: string): Promise<boolean> {
  const beside = await Promise.all(UNFINISHED.map((ending) => look(path + ending)));
  return beside.some((file) => file !== null);
}
