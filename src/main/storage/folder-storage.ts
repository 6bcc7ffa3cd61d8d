import { createHash } from 'node:crypto';
import { copyFile, link, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FolderWatch } from '../core/data-folder-watch.ts';
import { filesBelow, totalBytes } from '../core/disk-space.ts';
import { renameDurably, syncFile, syncFolder, writeStream } from '../core/durable-files.ts';
import { AppError, isNodeError, nullIfMissing } from '../core/errors.ts';
import { failpoint } from '../core/failpoint.ts';
import { ownFile } from '../core/file-paths.ts';
import { makePrivate } from '../core/file-rights.ts';
import { isNotPlain, openPlain, statPlain } from '../core/plain-file.ts';
import type { MediaEntry, MediaStorage } from './media-storage.ts';

/** Media in the data folder: files are stored and read in place. */
export function createFolderStorage(
  dataDir: string,
  dataFolder: Pick<FolderWatch, 'during' | 'make'>,
): MediaStorage {
  const pathOf = (key: string) =>
    key.split('/').reduce((folder, name) => ownFile(folder, name), dataDir);
  const pathOfEntry = ({ folder, name }: MediaEntry) => ownFile(join(dataDir, folder), name);
  return {
    address: null,
    probe: async () => {},
    owner: () => null,
    claim: async () => {},
    check: async () => {},

    async put(key, content, { signal } = {}) {
      const path = pathOf(key);
      const part = `${path}.part`;
      const hash = createHash('sha256');
      let bytes = 0;
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          hash.update(chunk);
          done(null, chunk);
        },
      });
      await dataFolder.during(async () => {
        await dataFolder.make(dirname(path));
        await writeStream(part, (target) =>
          pipeline(content, meter, target, signal ? { signal } : {}),
        );
        failpoint('upload.received');
        await renameDurably(part, path);
        failpoint('upload.renamed');
      });
      return { bytes, sha256: hash.digest('hex') };
    },

    keep: (id, folder) =>
      dataFolder.during(async () => {
        const target = pathOfEntry({ folder: 'recordings', name: id });
        // The data folder may have been away just after it was taken over.
        if (!(await stat(folder).catch(nullIfMissing)) && (await stat(target))) return;
        await rm(target, { recursive: true, force: true });
        await dataFolder.make(dirname(target));
        for (const path of await filesBelow(folder)) {
          // What ffmpeg and yt-dlp write has the rights that files of the user usually have.
          await makePrivate(path);
          await syncFile(path);
        }
        await syncFolder(folder);
        await renameDurably(folder, target);
      }),

    async find(key) {
      const file = await statPlain(pathOf(key));
      return file && { bytes: file.size, modifiedAt: file.mtime, sha256: null };
    },

    read: async (key, range) => (await openPlain(pathOf(key))).createReadStream(range),

    localPath(key) {
      const path = pathOf(key);
      if (isNotPlain(path)) throw new AppError('recording_removed');
      return path;
    },

    async copyTo(key, to) {
      const path = pathOf(key);
      if (!(await statPlain(path))) return false;
      return linkFile(path, to).then(
        () => true,
        (error: unknown) => nullIfMissing(error) ?? false,
      );
    },

    async remove(entry) {
      const path = pathOfEntry(entry);
      await rm(path, { recursive: true, force: true });
      await rm(`${path}.part`, { recursive: true, force: true });
    },

    async *list(folder) {
      for (const path of await filesBelow(join(dataDir, folder))) {
        const file = await stat(path).catch(nullIfMissing);
        const key = relative(dataDir, path).split(sep).join('/');
        if (file) yield { key, bytes: file.size };
      }
    },

    async usage(trash) {
      const [kept, uploaded] = await Promise.all([
        filesBelow(join(dataDir, 'recordings')),
        filesBelow(join(dataDir, 'files')),
      ]);
      const trashed = await Promise.all(
        trash.map(async (entry) =>
          entry.folder === 'files' ? [pathOfEntry(entry)] : filesBelow(pathOfEntry(entry)),
        ),
      );
      const [recordings, both, inTrash] = await Promise.all([
        totalBytes(kept),
        totalBytes([...kept, ...uploaded]),
        totalBytes(trashed.flat()),
      ]);
      return { recordings, uploads: Math.max(0, both - recordings), trash: inTrash };
    },

    close: () => {},
  };
}

/** Hard-links a file; copies it where the file system has no hard links. */
export async function linkFile(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    if (isNodeError(error) && (error.code === 'ENOENT' || error.code === 'EEXIST')) throw error;
    return copyFile(from, to);
  });
}
