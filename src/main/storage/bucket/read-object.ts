import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { addAbortSignal, Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { exactly } from '../../core/limited-bytes.ts';
import type { ByteRange, Written } from '../media-storage.ts';
import { statusOf, toStorageError } from './bucket-errors.ts';
import type { Bucket } from './s3-bucket.ts';

/** How often in a row a connection may break without any progress. */
const TRIES = 4;
const TRY_AGAIN_MS = 250;
const CONDITION_FAILED = 412;

type Reading = {
  range: ByteRange;
  /** Until the first byte. */
  soon?: AbortSignal;
  /** For the whole object. */
  signal?: AbortSignal;
  clock: Clock;
};
type Opened = { body: Readable; tag: string | undefined };

/**
 * A part of an object, once its first byte has arrived. A broken connection is replaced, and reading continues there.
 * @throws recording_removed if there is no such object; the stream with storage_unreachable, or media_altered at the first
 * byte too many
 */
export async function readOn(
  bucket: Bucket,
  key: string,
  { soon, ...reading }: Reading,
): Promise<Readable> {
  const until = soon ?? reading.signal;
  const first = await bucket.get(key, { range: reading.range, ...(until && { signal: until }) });
  if (!first) throw new AppError('recording_removed');
  return Readable.from(goOn(bucket, key, { ...reading, first }), { objectMode: false });
}

async function* goOn(
  bucket: Bucket,
  key: string,
  { range: { start, end }, signal, clock, first }: Reading & { first: Opened },
): AsyncGenerator<Buffer> {
  let at = start;
  let body: Readable | null = first.body;
  for (let failed = 0; at <= end; ) {
    try {
      body ??= await openAgain(bucket, key, { range: { start: at, end }, tag: first.tag, signal });
      if (signal) addAbortSignal(signal, body);
      for await (const chunk of exactly<Buffer>(body, end + 1 - at, unlikeAsked)) {
        at += chunk.length;
        failed = 0;
        yield chunk;
      }
    } catch (error) {
      signal?.throwIfAborted();
      const known = toStorageError(error);
      const isAway = known instanceof AppError && known.code === 'storage_unreachable';
      if (!isAway || ++failed >= TRIES) throw known;
      await clock.sleep(failed * TRY_AGAIN_MS, signal);
    } finally {
      body?.destroy();
      body = null;
    }
  }
}

function unlikeAsked(came: 'more' | 'fewer'): AppError {
  if (came === 'more') return new AppError('media_altered');
  return new AppError('storage_unreachable', { cause: new Error('it sent too little') });
}

/** @throws media_altered if the object has been replaced meanwhile */
async function openAgain(
  bucket: Bucket,
  key: string,
  {
    range,
    tag,
    signal,
  }: { range: ByteRange; tag: string | undefined; signal: AbortSignal | undefined },
): Promise<Readable> {
  const asked = { range, ...(tag !== undefined && { tag }), ...(signal && { signal }) };
  const again = await bucket.get(key, asked).catch((error: unknown) => {
    if (statusOf(error) === CONDITION_FAILED) return null;
    throw error;
  });
  if (again && again.tag === tag) return again.body;
  throw new AppError('media_altered');
}

/**
 * Writes a whole object and ends the destination. Returns its SHA-256.
 * @throws media_altered unless it is what was stored
 */
export async function copyInto(
  target: Writable,
  bucket: Bucket,
  key: string,
  {
    bytes,
    sha256,
    signal,
    clock,
  }: { bytes: number; sha256: string | null; signal: AbortSignal; clock: Clock },
): Promise<string> {
  const ended = finished(target);
  ended.catch(() => {});
  const written: Written = { bytes: 0, sha256: '' };
  const hash = createHash('sha256');
  try {
    if (bytes > 0) {
      const range = { start: 0, end: bytes - 1 };
      const content = await readOn(bucket, key, { range, signal, clock });
      for await (const chunk of content as AsyncIterable<Buffer>) {
        signal.throwIfAborted();
        hash.update(chunk);
        written.bytes += chunk.length;
        if (!target.write(chunk)) await once(target, 'drain', { signal });
      }
    }
    written.sha256 = hash.digest('hex');
    const isWhole = written.bytes === bytes && (sha256 === null || written.sha256 === sha256);
    if (!isWhole) throw new AppError('media_altered');
    target.end();
    await ended;
    return written.sha256;
  } catch (error) {
    target.destroy();
    await ended.catch(() => {});
    throw error;
  }
}
