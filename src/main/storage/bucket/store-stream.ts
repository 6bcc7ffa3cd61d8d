import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../../core/errors.ts';
import type { Written } from '../media-storage.ts';
import type { Bucket, Part } from './s3-bucket.ts';

/** S3 allows parts from five MiB and ten thousand of them: enough for 80 GB. */
const PART_BYTES = 8 * 1024 ** 2;
/** Parts sent at once, in addition to the one being filled: this decides how much memory an upload takes. */
const AT_ONCE = 2;

/** Stores a stream, in parts if it is long. An interrupted one leaves nothing, if the bucket can still be reached. */
export async function storeStream(
  bucket: Bucket,
  key: string,
  content: Readable,
  { sha256: known, signal }: { sha256?: string; signal?: AbortSignal | undefined } = {},
): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  let parts: Parts | null = null;
  let last: Buffer = Buffer.alloc(0);
  try {
    for await (const piece of inPieces(content)) {
      signal?.throwIfAborted();
      if (last.length > 0) {
        parts ??= await beginParts(bucket, key, { sha256: known, signal });
        await parts.add(last);
      }
      hash.update(piece);
      bytes += piece.length;
      last = piece;
    }
    signal?.throwIfAborted();
    const sha256 = hash.digest('hex');
    if (known !== undefined && known !== sha256) throw new AppError('media_altered');
    if (parts === null) await bucket.put(key, last, { sha256, ...(signal && { signal }) });
    else {
      await parts.add(last);
      await parts.complete(bytes);
    }
    return { bytes, sha256 };
  } catch (error) {
    await parts?.abort();
    signal?.throwIfAborted();
    throw error;
  }
}

type Parts = {
  add(body: Buffer): Promise<void>;
  complete(bytes: number): Promise<void>;
  abort(): Promise<void>;
};

async function beginParts(
  bucket: Bucket,
  key: string,
  { signal, ...facts }: { sha256: string | undefined; signal: AbortSignal | undefined },
): Promise<Parts> {
  const id = await bucket.begin(key, facts, signal);
  const broken = new AbortController();
  const either = signal ? AbortSignal.any([signal, broken.signal]) : broken.signal;
  const sent: Promise<Part>[] = [];
  const underWay = new Set<Promise<unknown>>();
  return {
    async add(body) {
      while (underWay.size >= AT_ONCE) await Promise.race(underWay);
      const part = bucket.sendPart(key, { id, number: sent.length + 1, body }, either);
      sent.push(part);
      const ended = part.finally(() => underWay.delete(ended));
      underWay.add(ended);
      ended.catch(() => {});
    },
    async complete(bytes) {
      const parts = await Promise.all(sent);
      // The answer may be lost although the upload is complete.
      await bucket.complete(key, id, parts).catch(async (error: unknown) => {
        if ((await bucket.head(key))?.bytes !== bytes) throw error;
      });
      if ((await bucket.head(key))?.bytes !== bytes) throw new AppError('media_altered');
    },
    async abort() {
      broken.abort();
      await Promise.allSettled(sent);
      await bucket.abort(key, id).catch(() => {});
    },
  };
}

/** The stream in pieces of the size of a part; the last may be smaller. */
async function* inPieces(content: Readable): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, PART_BYTES - length);
      gathered.push(taken);
      length += taken.length;
      rest = rest.subarray(taken.length);
      if (length < PART_BYTES) continue;
      yield Buffer.concat(gathered, length);
      gathered = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(gathered, length);
}
