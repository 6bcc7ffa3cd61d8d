import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { UploadedFile } from '../../../shared/sources/uploaded-file.ts';
import { AppError, succeeds } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { newFileId } from '../../core/ids.ts';
import type { Core } from '../../core.ts';
import {
  createFileRepository,
  type StoredFile,
  unfinishedUpload,
  uploadEntry,
  uploadIn,
  uploadUrl,
} from '../../repositories/file.repository.ts';
import { keptUntil } from '../../repositories/folder/known-entries.ts';
import { EVERYTHING, type View } from '../../repositories/row-visibility.ts';
import { type ByteRange, uploadKey } from '../../storage/media-storage.ts';
import { ownerOf, type Principal, viewOf } from '../principal.ts';

/** Room for a day of uncompressed audio from video; a larger upload can only fill the disk. */
const MAX_UPLOAD_BYTES = 20 * 1024 ** 3;
/** An upload that was never used is deleted after this time. */
const UNUSED_MS = 24 * 60 * 60_000;

export type OpenUpload = {
  bytes: number;
  /** Its file, where it lies on this machine. */
  path: string | null;
  read: (range: ByteRange) => Promise<Readable>;
};

export type FileService = ReturnType<typeof createFileService>;

/** Files uploaded by users: bytes under their id in the storage, metadata in the database. */
export function createFileService(
  core: Pick<Core, 'db' | 'removals' | 'storage' | 'clock' | 'tally'>,
) {
  const { db, removals, storage, clock, tally } = core;
  const files = createFileRepository(db);

  const find = async (url: string, view: View): Promise<StoredFile | null> => {
    const id = uploadIn(url);
    if (id === null) return null;
    const file = await files.find(id, view);
    if (file) return file;
    throw new AppError('not_found', { param: 'url', message: 'There is no such upload.' });
  };

  const sweep = async (): Promise<void> => {
    // After a loss an upload that seems unused may have been used.
    if ((await keptUntil(db)) > clock.now()) return;
    await removals.carryOut(await files.removeUnused(clock.now() - UNUSED_MS));
  };

  const required = async (url: string): Promise<StoredFile> => {
    const file = await find(url, EVERYTHING);
    if (!file) throw new AppError('not_found');
    return file;
  };

  /** Writes the bytes; neither an interrupted upload nor a crash leaves anything behind. */
  const write = async (id: string, content: NodeJS.ReadableStream, signal?: AbortSignal) => {
    // In a bucket nothing can be moved aside.
    const begun = storage.address === null ? unfinishedUpload(id) : uploadEntry(id);
    await removals.note(begun);
    failpoint('upload.noted');
    try {
      return await storage.put(uploadKey(id), limit(content), { signal });
    } catch (error) {
      await removals.carryOut([begun]);
      throw error;
    }
  };

  return {
    /** Deletes uploads unused for a day; also runs at every upload. */
    sweep,

    /** Stores an upload as it arrives; `path` is where the watch folder found it. */
    async store(
      content: NodeJS.ReadableStream,
      filename: string,
      principal: Principal,
      { signal, path = null }: { signal?: AbortSignal | undefined; path?: string | null } = {},
    ): Promise<UploadedFile> {
      // It may fail before it is read, or when it never will be; who reads it is told as well.
      content.on('error', () => {});
      const id = newFileId();
      await sweep();
      const written = await write(id, content, signal);
      const file: StoredFile = {
        id,
        filename: cleanName(filename),
        ...written,
        ...ownerOf(principal),
        path,
        createdAt: clock.now(),
      };
      await files.insert(file);
      failpoint('upload.stored');
      tally.count('steno_uploads_total', {});
      tally.count('steno_upload_bytes_total', {}, file.bytes);
      return toUploadedFile(file);
    },

    /** The upload a URL refers to, or null for any other URL. @throws not_found */
    resolve: (url: string, principal: Principal) => find(url, viewOf(principal)),

    /** Whether an upload of this size is there, and how to read it. @throws not_found */
    async open(url: string): Promise<OpenUpload> {
      const { id, bytes } = await required(url);
      const key = uploadKey(id);
      return {
        bytes,
        path: storage.localPath(key),
        read: (range) => storage.read(key, range),
      };
    },

    /** A small upload: its file, where it lies on this disk, or all of it. @throws not_found, recording_removed */
    async whole(url: string): Promise<string | Buffer> {
      const { id, bytes } = await required(url);
      const path = storage.localPath(uploadKey(id));
      if (path !== null) return path;
      return buffer(await storage.read(uploadKey(id), { start: 0, end: bytes - 1 }));
    },

    /** An upload as a file on this disk; one that is stored elsewhere is fetched into `folder`. @throws not_found */
    async localFile(url: string, folder: string, signal: AbortSignal): Promise<string> {
      const { id, sha256 } = await required(url);
      const key = uploadKey(id);
      const local = storage.localPath(key);
      if (local !== null) return local;
      const fetched = join(folder, 'upload');
      const isThere = await succeeds(access(fetched));
      if (isThere || (await storage.copyTo(key, fetched, { sha256, signal }))) return fetched;
      throw new AppError('recording_removed');
    },

    removeOf: async (url: string): Promise<void> => removals.carryOut(await files.remove(url)),

    /** The same, if nothing refers to it. */
    removeUnusedAt: async (url: string): Promise<void> =>
      removals.carryOut(await files.removeUnusedAt(url)),
  };
}

/** The stream, which ends with an error where it is empty or too long. */
function limit(content: NodeJS.ReadableStream): Transform {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_UPLOAD_BYTES) done(new AppError('payload_too_large'));
      else done(null, chunk);
    },
    flush: (done) => done(bytes === 0 ? new AppError('empty_media') : null),
  });
  // An error shows to the reader of the stream.
  return pipeline(content, limited, () => {});
}

function toUploadedFile({ id, filename, bytes, sha256, createdAt }: StoredFile): UploadedFile {
  const created_at = new Date(createdAt).toISOString();
  return { id, url: uploadUrl(id), filename, bytes, sha256, created_at };
}

/** A name for display, never a path: no folders, control or direction characters, at most 200 characters. */
function cleanName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return [...clean].slice(0, 200).join('') || 'recording';
}
