import { type Clock, systemClock } from '../../../src/main/core/clock.ts';
import type { BucketConfig } from '../../../src/main/core/config.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import { createBucketStorage } from '../../../src/main/storage/load-bucket-storage.ts';
import type { MediaStorage } from '../../../src/main/storage/media-storage.ts';

/** The storage in a bucket, probed and claimed. */
export async function openStorage(
  config: BucketConfig,
  { id = 'folder', clock = systemClock }: { id?: string; clock?: Clock } = {},
): Promise<MediaStorage> {
  const storage = createBucketStorage(config, { clock, logger: createLogger('silent') });
  await storage.probe();
  await storage.claim(id);
  return storage;
}
