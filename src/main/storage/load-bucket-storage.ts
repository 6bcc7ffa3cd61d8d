import type { Clock } from '../core/clock.ts';
import type { BucketConfig } from '../core/config.ts';
import type { Logger } from '../core/logger.ts';
import { readBucketAddress, writeBucketAddress } from './bucket-address.ts';
import type { MediaStorage } from './media-storage.ts';

/** Media in a bucket of S3-compatible storage. The SDK is loaded when the bucket is probed. */
export function createBucketStorage(
  config: BucketConfig,
  core: { clock: Clock; logger: Logger },
): MediaStorage {
  const place = readBucketAddress(config.url);
  const address = writeBucketAddress(place);
  let opened: MediaStorage | null = null;
  const storage = (): MediaStorage => {
    if (!opened) throw new Error('The storage is not open.');
    return opened;
  };
  return {
    address,
    async probe() {
      const { openBucketStorage } = await import('./bucket/bucket-storage.ts');
      opened ??= await openBucketStorage(config, { ...core, address, place });
    },
    owner: () => opened?.owner() ?? null,
    claim: (id) => storage().claim(id),
    check: async () => storage().check(),
    put: (...upload) => storage().put(...upload),
    keep: (...recording) => storage().keep(...recording),
    find: (key) => storage().find(key),
    read: (key, range) => storage().read(key, range),
    localPath: () => null,
    copyTo: (key, to, options) => storage().copyTo(key, to, options),
    remove: (entry) => storage().remove(entry),
    list: (folder) => storage().list(folder),
    usage: (trash) => storage().usage(trash),
    close: () => opened?.close(),
  };
}
