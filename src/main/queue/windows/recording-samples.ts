/** The decoded samples of a recording, for every service that transcribes windows of it. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { TimeSpan } from '../../../shared/time.ts';
import { AppError, nullIfMissing } from '../../core/errors.ts';
import { ownFile } from '../../core/file-paths.ts';
import { isShortage } from '../../core/system-errors.ts';
import type { Core } from '../../core.ts';
import { type MediaKey, whileAway, workKey } from '../../storage/media-storage.ts';

/** s16le, mono, 16 kHz. */
const AUDIO = 'audio.s16';
/** The levels of the channels, of a recording whose speakers may be told apart by them. */
const LEVELS = 'channels.f32';
/** 16 samples of two bytes each. */
const BYTES_A_MS = 32;
const UNREADABLE =
  'The decoded sound of the recording is gone from the data folder, or cannot be read. Look after the disk before you try again.';

export type Samples = ReturnType<typeof createSamples>;

/** In the folder of the job; where each service has a folder of its own, also in the bucket until the job has ended. */
export function createSamples(
  core: Pick<Core, 'config' | 'folders' | 'dataFolder' | 'storage' | 'clock' | 'logger'>,
) {
  const { config, folders, dataFolder, storage, clock, logger } = core;
  const isShared = config.database !== null && config.storage !== null;
  const pathsIn = (folder: string) => ({
    audio: join(folder, AUDIO),
    levels: join(folder, LEVELS),
  });

  const readHere = async (id: string, { startMs, endMs }: TimeSpan): Promise<Uint8Array | null> => {
    const { audio } = pathsIn(ownFile(folders.work, id));
    await using file = await open(audio, 'r').catch(nullIfMissing);
    if (file === null) return null;
    const pcm = new Uint8Array((endMs - startMs) * BYTES_A_MS);
    const { bytesRead } = await file.read(pcm, 0, pcm.length, startMs * BYTES_A_MS);
    return pcm.subarray(0, bytesRead - (bytesRead % 2));
  };

  /** @throws data_folder_away, which says more */
  const unreadable = async (cause: unknown): Promise<AppError> => {
    await dataFolder.require();
    return new AppError('disk_failed', { message: UNREADABLE, cause });
  };

  return {
    pathsIn,

    /** A span of the recording. @throws disk_failed where nobody can read it any more */
    async read(id: string, span: TimeSpan): Promise<Uint8Array> {
      const own = await readHere(id, span).catch(async (error: unknown) => {
        if (isShortage(error)) throw error;
        throw await unreadable(error);
      });
      if (own) return own;
      if (!isShared) throw await unreadable(null);
      const key = workKey(id, AUDIO);
      const end = Math.min((await storage.find(key))?.bytes ?? 0, span.endMs * BYTES_A_MS) - 1;
      return buffer(await storage.read(key, { start: span.startMs * BYTES_A_MS, end }));
    },

    /** Lets the other services read them, before they are asked to. */
    async share(id: string, folder: string, signal: AbortSignal): Promise<void> {
      if (!isShared || (await storage.find(workKey(id, AUDIO)))) return;
      const paths = pathsIn(folder);
      const put = (key: MediaKey, path: string) =>
        whileAway({ clock, logger }, signal, async () => {
          await using file = await open(path, 'r').catch(nullIfMissing);
          if (file) await storage.put(key, file.createReadStream(), { signal });
        });
      // Where the samples are, the levels are too.
      await put(workKey(id, LEVELS), paths.levels);
      await put(workKey(id, AUDIO), paths.audio);
    },

    /** Fetches what another service has decoded into the job's folder. */
    async fetch(id: string, folder: string, signal: AbortSignal): Promise<void> {
      if (!isShared) return;
      const { audio, levels } = pathsIn(folder);
      if (!(await storage.find(workKey(id, AUDIO)))) return;
      await storage.copyTo(workKey(id, LEVELS), levels, { signal });
      await storage.copyTo(workKey(id, AUDIO), audio, { signal });
    },
  };
}
