import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Core } from '../../core.ts';
import { AppError, isNodeError } from '../../errors.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { type Principal, viewOf } from '../principal.ts';

/** A recording on disk. */
export type Recording = {
  type: string;
  bytes: number;
  modifiedAt: Date;
  /** The bytes from `start` to `end`, inclusive. */
  read(range: { start: number; end: number }): Readable;
};

export type RecordingService = ReturnType<typeof createRecordingService>;

/** The recording stored for playback: its audio or video, and its waveform. */
export function createRecordingService({ db, folders }: Pick<Core, 'db' | 'folders'>) {
  const transcriptions = createTranscriptionRepository(db);
  const required = async (id: string, principal: Principal): Promise<string> => {
    const job = await transcriptions.find(id, viewOf(principal));
    if (!job || job.status === 'failed' || job.mediaType === null) throw nothing();
    return job.mediaType;
  };

  /** While a recording is transcribed it is in its work folder; it is moved at the end, maybe between the first two looks. */
  const find = async <Found>(
    id: string,
    use: (folder: string) => Promise<Found>,
  ): Promise<Found> => {
    const kept = () => use(folders.recordingOf(id));
    return kept()
      .catch(unlessMissing(() => use(join(folders.work, id, 'playback'))))
      .catch(unlessMissing(kept))
      .catch(unlessMissing(() => Promise.reject(nothing())));
  };

  return {
    /** @throws not_found also if no recording was stored */
    async media(id: string, principal: Principal): Promise<Recording> {
      const type = await required(id, principal);
      return find(id, async (folder) => {
        const path = join(folder, 'media');
        const { size, mtime } = await stat(path);
        return {
          type,
          bytes: size,
          modifiedAt: mtime,
          read: (range) => createReadStream(path, range),
        };
      });
    },

    /** One byte per peak. @throws not_found also if no recording was stored */
    async waveform(id: string, principal: Principal): Promise<Uint8Array<ArrayBuffer>> {
      await required(id, principal);
      return find(id, async (folder) => new Uint8Array(await readFile(join(folder, 'waveform'))));
    },
  };
}

/** Goes on with `next` where there is no such file. */
function unlessMissing<Found>(next: () => Promise<Found>): (error: unknown) => Promise<Found> {
  return (error) => {
    if (!isNodeError(error) || error.code !== 'ENOENT') throw error;
    return next();
  };
}

function nothing(): AppError {
  return new AppError('not_found', { message: 'No recording is kept for this transcription.' });
}
