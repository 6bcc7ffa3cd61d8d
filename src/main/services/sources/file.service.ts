import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from '../../../shared/api.ts';
import type { Core } from '../../core.ts';
import { AppError } from '../../errors.ts';
import { failpoint } from '../../failpoint.ts';
import { newFileId } from '../../ids.ts';
import {
  createFileRepository,
  type StoredFile,
  uploadEntry,
  uploadIn,
  uploadUrl,
} from '../../repositories/file.repository.ts';
import { EVERYTHING, type View } from '../../repositories/view.ts';
import { ownerOf, type Principal, viewOf } from '../principal.ts';

/** Room for a day of uncompressed audio from video; a larger upload can only fill the disk. */
const MAX_UPLOAD_BYTES = 20 * 1024 ** 3;
/** An upload that was never used is deleted after this time. */
const UNUSED_MS = 24 * 60 * 60_000;

export type FileService = ReturnType<typeof createFileService>;

/** Files uploaded by users: bytes under their id in the data folder, metadata in the database. */
export function createFileService({
  db,
  removals,
  folders,
  clock,
  tally,
}: Pick<Core, 'db' | 'removals' | 'folders' | 'clock' | 'tally'>) {
  const files = createFileRepository(db);
  const folder = folders.files;
  const pathOf = (id: string) => join(folder, id);

  const find = async (url: string, view: View): Promise<StoredFile | null> => {
    const id = uploadIn(url);
    if (id === null) return null;
    const file = await files.find(id, view);
    if (file) return file;
    throw new AppError('not_found', { param: 'url', message: 'There is no such upload.' });
  };

  const sweep = async (): Promise<void> =>
    removals.carryOut(await files.removeUnused(clock.now() - UNUSED_MS));

  /** Writes the bytes; neither an interrupted upload nor a crash leaves anything behind. */
  const write = async (id: string, content: NodeJS.ReadableStream, signal?: AbortSignal) => {
    const part = `${pathOf(id)}.part`;
    const meter = createMeter();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removals.note(uploadEntry(id));
    failpoint('upload.noted');
    try {
      const target = createWriteStream(part, { mode: 0o600, flush: true });
      await pipeline(content, meter.stream, target, signal ? { signal } : {});
      if (meter.bytes() === 0) throw new AppError('empty_media');
      failpoint('upload.received');
      await rename(part, pathOf(id));
      failpoint('upload.renamed');
    } catch (error) {
      await removals.carryOut([uploadEntry(id)]);
      throw error;
    }
    return { bytes: meter.bytes(), sha256: meter.sha256() };
  };

  return {
    /** Deletes uploads unused for a day; also runs at every upload. */
    sweep,

    /** Streams an upload to disk; `path` is where the watch folder found it. */
    async store(
      content: NodeJS.ReadableStream,
      filename: string,
      principal: Principal,
      { signal, path = null }: { signal?: AbortSignal | undefined; path?: string | null } = {},
    ): Promise<UploadedFile> {
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

    /** Where an upload's bytes are stored. @throws not_found */
    async path(url: string): Promise<string> {
      const file = await find(url, EVERYTHING);
      if (!file) throw new AppError('not_found');
      return pathOf(file.id);
    },

    /** Deletes the upload a URL refers to, if it refers to one. */
    removeOf: async (url: string): Promise<void> => removals.carryOut(await files.remove(url)),

    /** The same, if nothing refers to it. */
    removeUnusedAt: async (url: string): Promise<void> =>
      removals.carryOut(await files.removeUnusedAt(url)),
  };
}

/** Counts and hashes the stream. @throws payload_too_large */
function createMeter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > MAX_UPLOAD_BYTES) done(new AppError('payload_too_large'));
      else done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes, sha256: () => hash.digest('hex') };
}

function toUploadedFile(file: StoredFile): UploadedFile {
  return {
    id: file.id,
    url: uploadUrl(file.id),
    filename: file.filename,
    bytes: file.bytes,
    sha256: file.sha256,
    created_at: new Date(file.createdAt).toISOString(),
  };
}

/** A name for display, never a path: no folders, control or direction characters, at most 200 characters. */
function cleanName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return [...clean].slice(0, 200).join('') || 'recording';
}
