import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ClipQuery,
  LONGEST_WAITED_CLIP,
  type MediaExport,
  MediaExportRequest,
  SUBTITLE_FILES,
} from '../../../shared/exports/media-export.ts';
import { AppError } from '../../core/errors.ts';
import { ownFile } from '../../core/file-paths.ts';
import { newExportId } from '../../core/ids.ts';
import { toAppError } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import type { MediaExportOptions } from '../../media/ffmpeg/encode-picture.ts';
import type { MadeMedia } from '../../media/ffmpeg/media-export.ts';
import { workOf } from '../../repositories/folder/data-folder.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import type { Owner } from '../../repositories/row-visibility.ts';
import { maySee, type Principal, viewOf } from '../principal.ts';
import type { Recording } from '../transcriptions/playback.service.ts';
import type { ExportService } from './export.service.ts';
import { createMediaSources, type MediaSource } from './media-source.ts';

/** Makes the file, with ffmpeg. Throws as `makeMediaExport`. */
export type MakeMedia = (
  options: Omit<MediaExportOptions, 'ffmpeg' | 'clock'>,
) => Promise<MadeMedia>;

/** A file that is ready, and the name it is saved under. */
export type MadeFile = Recording & { filename: string };

/** How long a finished file waits to be fetched. */
const KEPT_MS = 3_600_000;
/** How long a fetched file is kept: a client that got only a part may fetch it again. */
const FETCHED_MS = 60_000;
const MOST = 20;
/** Exports that take no longer than this do not wait for whole films. */
const SHORT_MS = LONGEST_WAITED_CLIP * 1000;
/** Often enough for a smooth progress bar. */
const REPORT_MS = 300;

type Entry = {
  state: MediaExport;
  owner: Owner;
  /** Whether events report it: no client follows the exports of another. */
  announced: boolean;
  stop: AbortController;
  /** Its end; never rejects. */
  ended: Promise<void>;
  made: MadeMedia | null;
  thrown: unknown;
};

export type MediaExportService = ReturnType<typeof createMediaExportService>;

/**
 * Files made of recordings: clips, and video with subtitles. They are made one after the other, short ones in parallel
 * with long ones, in folders of their own that are removed when they are fetched, stopped or failed, or after an hour;
 * after a crash at the next start.
 */
export function createMediaExportService(
  core: Pick<
    Core,
    | 'db'
    | 'folders'
    | 'dataFolder'
    | 'storage'
    | 'removals'
    | 'events'
    | 'clock'
    | 'logger'
    | 'onStop'
    | 'closing'
  >,
  { exports, make }: { exports: Pick<ExportService, 'render'>; make: MakeMedia },
) {
  const { folders, dataFolder, removals, events, clock, logger, closing } = core;
  const sources = createMediaSources(core, { exports });
  const transcriptions = createTranscriptionRepository(core.db);
  const entries = new Map<string, Entry>();
  const lanes = { short: Promise.resolve(), long: Promise.resolve() };
  const folderOf = (id: string) => ownFile(folders.work, id);

  const report = (entry: Entry, change: Partial<MediaExport>): void => {
    entry.state = { ...entry.state, ...change };
    if (!entry.announced) return;
    events.emit({ type: 'media_export', media_export: entry.state }, entry.owner);
  };

  /** The folder's name is recorded before it is made, so that a crash leaves nothing. */
  const makeFile = async (entry: Entry, source: MediaSource): Promise<void> => {
    const { id } = entry.state;
    const signal = AbortSignal.any([entry.stop.signal, closing]);
    signal.throwIfAborted();
    const folder = folderOf(id);
    await removals.note(workOf(id));
    await dataFolder.make(folder);
    report(entry, { status: 'running' });
    const { options } = source;
    const { subtitles } = options;
    const fetched = join(folder, 'recording');
    const input = await source.input(fetched, signal);
    const hasText =
      subtitles !== 'none' &&
      (await source.writeSubtitles(join(folder, SUBTITLE_FILES[subtitles]), signal));
    let reportedAt = clock.mono();
    const made = await make({
      ...options,
      input,
      folder,
      signal,
      // There is no speech in this part.
      subtitles: hasText ? subtitles : 'none',
      onProgress: (progress) => {
        if (clock.mono() - reportedAt < REPORT_MS || progress <= entry.state.progress) return;
        reportedAt = clock.mono();
        report(entry, { progress });
      },
    });
    await rm(fetched, { force: true });
    const { size: bytes } = await stat(made.path);
    const filename = `${source.stem}.${made.extension}`;
    entry.made = made;
    report(entry, { status: 'ready', progress: 1, file: { filename, type: made.type, bytes } });
  };

  const clear = async ({ state: { id } }: Entry): Promise<void> => {
    await removals.carryOut([workOf(id)]).catch((error: unknown) => {
      // It stays recorded, and is removed at the next start.
      logger.warn({ exportId: id, err: error }, 'a file that was made could not be removed yet');
    });
  };

  const run = async (entry: Entry, source: MediaSource): Promise<void> => {
    try {
      await makeFile(entry, source);
    } catch (error) {
      entry.thrown = error;
      await clear(entry);
      if (entry.stop.signal.aborted || closing.aborted) return;
      const { code, message } = toAppError(error);
      logger.warn({ exportId: entry.state.id, code, err: error }, 'a file could not be made');
      report(entry, { status: 'failed', error: { code, message } });
    }
  };

  const remove = async (entry: Entry): Promise<void> => {
    const { id } = entry.state;
    if (!entries.delete(id)) return;
    entry.stop.abort(stopped());
    await entry.ended;
    await clear(entry);
    if (entry.announced) events.emit({ type: 'media_export_deleted', id }, entry.owner);
  };

  const removeLater = async (entry: Entry, afterMs: number): Promise<void> => {
    await entry.ended;
    await clock.sleep(afterMs, entry.stop.signal);
    await remove(entry);
  };

  /** Files that are not fetched count as well, for the disk's sake. @throws too_many_exports */
  const makeRoom = (): void => {
    const [failed, others] = [[], []] as [Entry[], Entry[]];
    for (const entry of entries.values()) (entry.state.error ? failed : others).push(entry);
    if (others.length >= MOST) throw new AppError('too_many_exports');
    if (failed[0] && failed.length >= MOST) void remove(failed[0]);
  };

  const begin = async (
    id: string,
    request: MediaExportRequest,
    {
      principal,
      signal,
      announced,
    }: { principal: Principal; signal: AbortSignal; announced: boolean },
  ): Promise<Entry> => {
    const source = await sources.find(id, request, principal, signal);
    makeRoom();
    closing.throwIfAborted();
    const lane = source.lengthMs <= SHORT_MS ? 'short' : 'long';
    const entry: Entry = {
      state: {
        id: newExportId(),
        transcription_id: id,
        status: 'waiting',
        progress: 0,
        file: null,
        error: null,
        created_at: new Date(clock.now()).toISOString(),
      },
      owner: source.job,
      announced,
      stop: new AbortController(),
      made: null,
      thrown: null,
      ended: lanes[lane].then(() => run(entry, source)),
    };
    entries.set(entry.state.id, entry);
    lanes[lane] = entry.ended;
    report(entry, {});
    void removeLater(entry, KEPT_MS).catch(() => {});
    return entry;
  };

  const find = (id: string, principal: Principal): Entry => {
    const entry = entries.get(id);
    if (entry?.announced && maySee(principal, entry.owner)) return entry;
    throw new AppError('not_found', { message: 'There is no such file, or no longer.' });
  };

  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'transcription_deleted') return;
    for (const entry of entries.values()) {
      if (entry.state.transcription_id === event.id) void remove(entry);
    }
  });
  core.onStop(async () => {
    unsubscribe();
    await Promise.all([...entries.values()].map(remove));
  });

  return {
    /** @throws as `MediaSources.find`, and too_many_exports */
    async start(id: string, request: MediaExportRequest, principal: Principal) {
      const signal = closing;
      return (await begin(id, request, { principal, signal, announced: true })).state;
    },

    /** Those of a transcription, oldest first. @throws not_found */
    async list(id: string, principal: Principal): Promise<MediaExport[]> {
      if (!(await transcriptions.find(id, viewOf(principal)))) throw new AppError('not_found');
      return [...entries.values()]
        .filter(({ state, announced }) => announced && state.transcription_id === id)
        .map(({ state }) => state);
    },

    /** @throws not_found */
    get: (id: string, principal: Principal): MediaExport => find(id, principal).state,

    /** @throws not_found, wrong_state */
    async file(id: string, principal: Principal): Promise<MadeFile> {
      const entry = find(id, principal);
      const file = await toFile(entry);
      return {
        ...file,
        read: async (range) =>
          (await file.read(range)).once('end', () => {
            if (range.end === file.bytes - 1) void removeLater(entry, FETCHED_MS).catch(() => {});
          }),
      };
    },

    /** @throws not_found */
    remove: (id: string, principal: Principal): Promise<void> => remove(find(id, principal)),

    /**
     * Makes a clip and sends it; it is removed when `signal` aborts, when its bytes have been read, or when `send` ends and
     * does not read them. @throws clip_too_long, and what `start`, the making and `send` throw
     */
    async clip<Sent>(
      id: string,
      query: ClipQuery,
      {
        principal,
        signal,
        send,
      }: { principal: Principal; signal: AbortSignal; send: (file: MadeFile) => Promise<Sent> },
    ): Promise<Sent> {
      if (query.to - query.from > LONGEST_WAITED_CLIP) throw new AppError('clip_too_long');
      const request = MediaExportRequest.parse(query);
      const entry = await begin(id, request, { principal, signal, announced: false });
      const leave = () => void remove(entry);
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      await entry.ended;
      if (entry.made === null) {
        void remove(entry);
        signal.throwIfAborted();
        throw closing.aborted ? stopped() : entry.thrown;
      }
      let isRead = false;
      try {
        const file = await toFile(entry);
        const read: MadeFile['read'] = async (range) => {
          const content = await file.read(range);
          isRead = true;
          return content.once('close', leave);
        };
        return await send({ ...file, read });
      } finally {
        if (!isRead) leave();
      }
    },
  };
}

const stopped = () => new AppError('canceled', { message: 'It was stopped.' });

async function toFile({ state, made }: Entry): Promise<MadeFile> {
  if (made === null || state.file === null) {
    const message = state.error?.message ?? 'The file is not ready yet.';
    throw new AppError('wrong_state', { message });
  }
  const { mtime, size } = await stat(made.path);
  return {
    type: made.type,
    bytes: size,
    modifiedAt: mtime,
    filename: state.file.filename,
    read: async (range) => createReadStream(made.path, range),
  };
}
