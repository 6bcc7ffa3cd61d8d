/**
 * Moves the uploads and recordings of a data folder into a bucket. It may be stopped and started again at any time:
 * existing files are not sent again, all are read back and compared, and only then the files here are moved aside.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { sha256OfFile } from '../../core/file-digest.ts';
import { ownFile } from '../../core/file-paths.ts';
import type { MediaStorage } from '../../storage/media-storage.ts';
import {
  asidePlace,
  type FolderNote,
  filesOf,
  lockFolder,
  moveAside,
  type OwnEntry,
  ownEntries,
} from './data-folder.ts';
import { noteMediaPlace, refuseOtherOwner } from './media-place.ts';

type Key = Parameters<MediaStorage['put']>[0];

type MovedMedia = {
  files: number;
  bytes: number;
  /** Where the files of this folder are now; null if there were none. */
  aside: string | null;
};

/** @throws already_running, storage_unusable, storage_unreachable, media_altered */
export async function moveMedia(
  folder: string,
  storage: MediaStorage,
  {
    now,
    signal,
    tell,
  }: { now: number; signal: AbortSignal; tell: (key: string, bytes: number) => void },
): Promise<MovedMedia> {
  const { note, lock } = lockFolder(folder);
  try {
    const address = await claim(folder, storage, note);
    const entries = ownEntries(folder).filter((entry) => entry.folder !== 'work');
    const moved = { files: 0, bytes: 0 };
    for (const entry of entries) {
      for (const key of await keysIn(folder, entry)) {
        signal.throwIfAborted();
        const bytes = await send(join(folder, key), key, { storage, signal });
        tell(key, bytes);
        moved.files += 1;
        moved.bytes += bytes;
      }
    }
    noteMediaPlace(folder, address);
    const aside = asidePlace(folder, now);
    const wasHere = moveAside(folder, aside, entries.flatMap(filesOf(folder)));
    return { ...moved, aside: wasHere ? aside : null };
  } finally {
    lock.close();
  }
}

/** @throws storage_unusable unless the place belongs to this folder or has no owner */
async function claim(folder: string, storage: MediaStorage, note: FolderNote): Promise<string> {
  await storage.probe();
  const { address } = storage;
  if (address === null || note.id === null || !(note.database || note.postgres)) {
    throw new AppError('storage_unusable', {
      message: `There is nothing to move in ${folder}: no Steno was started on it yet.`,
    });
  }
  if (note.storage !== undefined && note.storage !== address) {
    throw new AppError('storage_unusable', {
      message: `The recordings of ${folder} are in ${note.storage} already.`,
    });
  }
  refuseOtherOwner(folder, { address, owner: storage.owner(), isShared: false });
  await storage.claim(note.id);
  return address;
}

/** The finished files of an entry. */
async function keysIn(folder: string, entry: OwnEntry): Promise<Key[]> {
  const path = ownFile(join(folder, entry.folder), entry.name);
  const here = await stat(path).catch(() => null);
  // Left by an interrupted upload.
  if (here === null) return [];
  if (!here.isDirectory()) return [`files/${entry.name}`];
  const names = await readdir(path);
  return PARTS.filter((part) => names.includes(part)).map(
    (part): Key => `recordings/${entry.name}/${part}`,
  );
}
const PARTS = ['media', 'waveform', 'source'] as const;

/** The size of the file. @throws media_altered when what is read back differs from the file here */
async function send(
  path: string,
  key: Key,
  { storage, signal }: { storage: MediaStorage; signal: AbortSignal },
): Promise<number> {
  const { size } = await stat(path);
  const sha256 = await sha256OfFile(path, signal);
  const there = await storage.find(key);
  if (there?.bytes !== size || there.sha256 !== sha256) {
    await storage.put(key, createReadStream(path), { sha256, signal });
  }
  const hash = createHash('sha256');
  if (size > 0) {
    const stored = await storage.read(key, { start: 0, end: size - 1 });
    for await (const chunk of stored as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      hash.update(chunk);
    }
  }
  const bytes = (await storage.find(key))?.bytes;
  if (bytes === size && hash.digest('hex') === sha256) return size;
  throw new AppError('media_altered', {
    message: `What is read of ${key} in the bucket is not what was stored. Nothing was removed here.`,
  });
}
