import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError, nullIf } from '../../core/errors.ts';
import { ownFile } from '../../core/file-paths.ts';
import { openPlain, statPlain } from '../../core/plain-file.ts';
import type { Core } from '../../core.ts';
import { createTranscriptionRepository } from '../../repositories/jobs/transcription.repository.ts';
import { type ByteRange, recordingKey } from '../../storage/media-storage.ts';
import { type Principal, viewOf } from '../principal.ts';

/** A recording, wherever it is stored. */
export type Recording = {
  type: string;
  bytes: number;
  modifiedAt: Date;
  /** The bytes from `start` to `end`, inclusive. */
  read(range: ByteRange): Promise<Readable>;
};

export type PlaybackService = ReturnType<typeof createPlaybackService>;

/** The recording stored for playback: its audio or video, and its waveform. */
export function createPlaybackService(core: Pick<Core, 'db' | 'folders' | 'storage'>) {
  const { db, folders, storage } = core;
  const transcriptions = createTranscriptionRepository(db);
  const required = async (id: string, principal: Principal): Promise<string> => {
    const job = await transcriptions.find(id, viewOf(principal));
    if (!job || job.mediaType === null) throw nothing();
    return job.mediaType;
  };

  /** While a recording is transcribed it is in its work folder; it may be moved at the end between the two checks. */
  const find = async <Found>(
    kept: () => Promise<Found | null>,
    made: () => Promise<Found | null>,
  ): Promise<Found> => {
    const found =
      (await kept()) ?? (await made().catch(nullIf('recording_removed'))) ?? (await kept());
    if (found === null) throw nothing();
    return found;
  };

  return {
    /** @throws not_found also if no recording was stored */
    async media(id: string, principal: Principal): Promise<Recording> {
      const type = await required(id, principal);
      const key = recordingKey(id, 'media');
      return find<Recording>(
        async () => {
          const file = await storage.find(key);
          return file && { type, ...file, read: (range) => storage.read(key, range) };
        },
        async () => {
          const path = join(ownFile(folders.work, id), 'playback', 'media');
          const file = await statPlain(path);
          if (!file) return null;
          const read = async (range: ByteRange) => (await openPlain(path)).createReadStream(range);
          return { type, bytes: file.size, modifiedAt: file.mtime, read };
        },
      );
    },

    /** One byte per peak. @throws not_found also if no recording was stored */
    async waveform(id: string, principal: Principal): Promise<Uint8Array<ArrayBuffer>> {
      await required(id, principal);
      const key = recordingKey(id, 'waveform');
      return find<Uint8Array<ArrayBuffer>>(
        async () => {
          const file = await storage.find(key);
          if (!file) return null;
          if (file.bytes === 0) return new Uint8Array();
          const bytes = await storage.read(key, { start: 0, end: file.bytes - 1 });
          return new Uint8Array(await buffer(bytes));
        },
        async () => {
          await using file = await openPlain(
            join(ownFile(folders.work, id), 'playback', 'waveform'),
          );
          return new Uint8Array(await file.readFile());
        },
      );
    },
  };
}

function nothing(): AppError {
  return new AppError('not_found', { message: 'No recording is kept for this transcription.' });
}
