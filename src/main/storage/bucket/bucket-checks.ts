/** Checks a bucket before it is used: whether it exists, may be used, and which data folder its media belong to. */

import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';
import type { BucketConfig } from '../../core/config.ts';
import { AppError } from '../../core/errors.ts';
import { newToken } from '../../core/ids.ts';
import { readAtMost } from '../../core/limited-bytes.ts';
import { type Doing, isMissing, NoStorageError, statusOf } from './bucket-errors.ts';
import type { Bucket } from './s3-bucket.ts';

/** The object that tells which data folder the media below the prefix belong to. */
export const MARKER = 'steno.json';
const Marker = z.object({
  /** The id of the data folder, or of the database in PostgreSQL. */
  id: z.string().min(1),
});
const LONGEST_MARKER_BYTES = 4096;
const PROBE = '.steno-probe-';
/** Enough to find an object that is not left over from an interrupted check. */
const A_FEW = 20;

/**
 * Lists, reads, writes and deletes, and leaves nothing behind. Returns the owner of the media there; null if they have
 * none. @throws storage_unusable; what the SDK throws, after `doing` was told which step it was
 */
export async function checkBucket(
  bucket: Bucket,
  { address, doing }: { address: string; doing: (what: Doing) => void },
): Promise<string | null> {
  doing('list');
  const found: string[] = [];
  for await (const { key } of bucket.list('', { most: A_FEW })) found.push(key);
  doing('read');
  const owner = await readMarker(bucket);
  const other = found.find((key) => !key.startsWith(PROBE));
  if (owner === null && other !== undefined) {
    throw new AppError('storage_unusable', {
      message: `${address} holds other files, such as "${other}", and was not made by Steno. Choose an empty prefix, such as ${address}/steno.`,
    });
  }
  await probe(bucket, doing);
  return owner;
}

async function probe(bucket: Bucket, doing: (what: Doing) => void): Promise<void> {
  const key = PROBE + newToken();
  const content = Buffer.from(newToken());
  doing('write');
  await bucket.put(key, content);
  const upload = await bucket.begin(key, {});
  await bucket.abort(key, upload);
  await bucket.unfinished(key);
  doing('read');
  const read = await bucket.get(key);
  const stored = read && (await readAtMost(read.body, content.length));
  if (!stored || !content.equals(stored)) {
    throw new NoStorageError();
  }
  doing('delete');
  await bucket.remove(key);
}

/** The owner of the media; null if they have none. */
async function readMarker(bucket: Bucket): Promise<string | null> {
  const found = await bucket.get(MARKER);
  if (found === null) return null;
  const text = await readAtMost(found.body, LONGEST_MARKER_BYTES);
  const marker = Marker.safeParse(parseJson(String(text)));
  return marker.success ? marker.data.id : UNREADABLE;
}
/** Equals no id. */
const UNREADABLE = '';

/** Records the owner of the media, unless another service has done so meanwhile. Returns the owner. */
export async function writeMarker(bucket: Bucket, id: string): Promise<string | null> {
  const content = Buffer.from(`${JSON.stringify({ id } satisfies z.infer<typeof Marker>)}\n`);
  await bucket.put(MARKER, content, { onlyIfNew: true }).catch(async (error: unknown) => {
    if (isMissing(error)) throw error;
    const status = statusOf(error);
    // Another service was faster, which the next read shows; or the storage does not support the condition.
    if (status === 412 || status === 409) return;
    if (status !== 400 && status !== 501) throw error;
    await bucket.put(MARKER, content);
  });
  return readMarker(bucket);
}

/**
 * Whether recordings would cross a network unencrypted.
 * @throws storage_unusable for an invalid endpoint, or where that network is the internet; storage_unreachable
 */
export async function checkEndpoint({ endpoint }: BucketConfig): Promise<{ inTheClear: boolean }> {
  if (endpoint === null) return { inTheClear: false };
  const url = URL.parse(endpoint);
  const isHttp = url?.protocol === 'http:';
  if (url === null || (!isHttp && url.protocol !== 'https:') || url.username || url.password) {
    throw new AppError('storage_unusable', {
      message:
        'AWS_ENDPOINT_URL_S3 is no http or https address without credentials, such as https://storage.example.com.',
    });
  }
  if (!isHttp) return { inTheClear: false };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await lookup(host, { all: true }).catch((cause: unknown) => {
    const message = `The storage at ${url.host} cannot be reached: there is no host ${host}.`;
    throw new AppError('storage_unreachable', { message, cause });
  });
  const ranges = addresses.map(({ address }) => ipaddr.process(address).range());
  if (!ranges.every((range) => NEAR.has(range))) {
    throw new AppError('storage_unusable', {
      message: `Recordings would cross the internet in the clear to ${url.host}. Use https.`,
    });
  }
  return { inTheClear: ranges.some((range) => range !== 'loopback') };
}

const NEAR = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);
