/** Checks the bucket with the recordings of a data folder, if there is one. */
import { type Clock, systemClock } from '../core/clock.ts';
import { type BucketConfig, type Config, loadConfig } from '../core/config.ts';
import { AppError } from '../core/errors.ts';
import { createLogger } from '../core/logger.ts';
import { isOwnName, type OwnEntry, readNote } from '../repositories/folder/data-folder.ts';
import { refuseOtherOwner, refuseOtherPlace } from '../repositories/folder/media-place.ts';
import { createBucketStorage } from '../storage/load-bucket-storage.ts';
import type { MediaStorage } from '../storage/media-storage.ts';
import { type Finding, good, problem } from './finding.ts';

/** The configured bucket, or the one that the folder remembers. */
export function bucketOf({ dataDir, storage }: Config): BucketConfig | null {
  const url = readNote(dataDir)?.storage;
  return storage ?? (url === undefined ? null : loadConfig({ storage: url }).storage);
}

type Look = {
  findings: Finding[];
  /** What is in the bucket; null if that cannot be found out. */
  stored: OwnEntry[] | null;
};

export async function checkBucket(config: Config): Promise<Look> {
  const bucket = bucketOf(config);
  if (bucket === null) return { findings: [], stored: [] };
  const { dataDir, database } = config;
  try {
    return await withBucket(bucket, systemClock, async (storage) => {
      const address = storage.address ?? '';
      refuseOtherPlace(dataDir, address);
      const owner = storage.owner();
      refuseOtherOwner(dataDir, { address, owner, isShared: database !== null });
      const stored = await entriesIn(storage);
      const says = `${address} can be read and written. Recordings and uploads there: ${stored.length}.`;
      return { findings: [good('Storage', says)], stored };
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { findings: [problem('Storage', error.message)], stored: null };
  }
}

/** A line for each file in the bucket: its size and its name. */
export function listMedia(bucket: BucketConfig, clock: Clock): Promise<string> {
  return withBucket(bucket, clock, async (storage) => {
    const lines: string[] = [];
    for (const folder of ['files', 'recordings'] as const) {
      for await (const { key, bytes } of storage.list(folder)) lines.push(`${bytes}\t${key}\n`);
    }
    return lines.join('');
  });
}

async function withBucket<Result>(
  bucket: BucketConfig,
  clock: Clock,
  use: (storage: MediaStorage) => Promise<Result>,
): Promise<Result> {
  const storage = createBucketStorage(bucket, { clock, logger: createLogger('silent') });
  try {
    await storage.probe();
    return await use(storage);
  } finally {
    storage.close();
  }
}

async function entriesIn(storage: MediaStorage): Promise<OwnEntry[]> {
  const entries = new Map<string, OwnEntry>();
  for (const folder of ['files', 'recordings'] as const) {
    for await (const { key } of storage.list(folder)) {
      const name = key.split('/')[1] ?? '';
      if (isOwnName(name)) entries.set(`${folder}/${name}`, { folder, name });
    }
  }
  return [...entries.values()];
}
