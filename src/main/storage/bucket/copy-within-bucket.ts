import type { Bucket } from './s3-bucket.ts';

/** Larger objects cannot be copied in one request. */
const MOST_BYTES = 5 * 1024 ** 3;
/** How many objects are remembered: more than there are jobs at once. */
const MOST = 200;

type Known = { key: string; tag: string; bytes: number };

/**
 * Objects that were fetched for processing, by their SHA-256: a recording that is kept as it came is copied within the
 * bucket instead of being sent again.
 */
export function createSameContent(bucket: Bucket) {
  const known = new Map<string, Known>();
  return {
    remember(sha256: string, object: Known): void {
      known.delete(sha256);
      known.set(sha256, object);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
    /** False if there is nothing to copy, or if copying fails: then it has to be sent. */
    async copyTo(key: string, sha256: string): Promise<boolean> {
      const from = known.get(sha256);
      if (!from || from.bytes > MOST_BYTES) return false;
      try {
        await bucket.copy(from, key, { sha256 });
        return (await bucket.head(key))?.bytes === from.bytes;
      } catch {
        return false;
      }
    },
  };
}
