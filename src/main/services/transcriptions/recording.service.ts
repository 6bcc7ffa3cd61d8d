import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Core } from '../../core.ts';
import { AppError, isNodeError } from '../../errors.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { type Principal, viewOf } from '../principal.ts';

/** A recording as it lies on the disk. */
export type Recording = {
  type: string;
  bytes: number;
  modifiedAt: Date;
  /** The bytes from `start` up to and with `end`. */
  read(range: { start: number; end: number }): Readable;
};

export type RecordingService = ReturnType<typeof createRecordingService>;

/** What was kept of a recording to be played: the sound or picture, and how loud it is along its length. */
export function createRecordingService({ db, folders }: Pick<Core, 'db' | 'folders'>) {
  const transcriptions = createTranscriptionRepository(db);
  const keptIn = folders.recordingOf;
  const required = async (id: string, principal: Principal): Promise<string> => {
    const job = await transcriptions.find(id, viewOf(principal));
    if (job?.status !== 'completed' || job.mediaType === null) throw nothing();
    return job.mediaType;
  };

  return {
    /** @throws not_found also when nothing was kept */
    async media(id: string, principal: Principal): Promise<Recording> {
      const type = await required(id, principal);
      const path = join(keptIn(id), 'media');
      const { size, mtime } = await stat(path).catch(explain);
      return {
        type,
        bytes: size,
        modifiedAt: mtime,
        read: (range) => createReadStream(path, range),
      };
    },

    /** One byte a peak. @throws not_found also when nothing was kept */
    async waveform(id: string, principal: Principal): Promise<Uint8Array<ArrayBuffer>> {
      await required(id, principal);
      return new Uint8Array(await readFile(join(keptIn(id), 'waveform')).catch(explain));
    },
  };
}

function explain(error: unknown): never {
  throw isNodeError(error) && error.code === 'ENOENT' ? nothing() : error;
}

function nothing(): AppError {
  return new AppError('not_found', { message: 'No recording is kept for this transcription.' });
}
