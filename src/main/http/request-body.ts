import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { HttpEnv } from './http-env.ts';

const DEADLINE_MS = 30_000;

/** Reads the whole body of a request, at most `most` bytes. @throws payload_too_large, request_timeout */
export async function readBody(
  c: Context<HttpEnv>,
  { most, clock }: { most: number; clock: Clock },
): Promise<ArrayBuffer | Uint8Array> {
  // Node accepts no more than the announced length, so counting is unnecessary.
  if (Number(c.req.header('content-length') ?? 0) > most) refuse();
  return isChunked(c) ? inTime(clock, readChunks(c, most)) : inTime(clock, c.req.arrayBuffer());
}

/** Judged by the headers (RFC 9112 §6.3): a DELETE without a body announces none. */
export function hasBody(c: Context<HttpEnv>): boolean {
  const length = c.req.header('content-length');
  return isChunked(c) || (length !== undefined && length !== '0');
}

/** What is stored as it comes would be taken for what it is not. */
export const refuseCompressed: MiddlewareHandler<HttpEnv> = (c, next) => {
  requirePlain(c);
  return next();
};

/** @throws unsupported_media_type where it is compressed */
export function requirePlain(c: Context<HttpEnv>): void {
  if ((c.req.header('content-encoding') ?? 'identity').toLowerCase() === 'identity') return;
  const message = 'Send the body without a Content-Encoding.';
  throw new AppError('unsupported_media_type', { message });
}

/** Streams a model's bytes as they arrive: gigabytes that are never held in memory. @throws invalid_request */
export function bodyStream({ body }: Request): Readable {
  if (!body) throw new AppError('invalid_request', { message: 'Send the model as the body.' });
  return Readable.fromWeb(body as WebStream<Uint8Array>);
}

function isChunked(c: Context<HttpEnv>): boolean {
  return c.req.header('transfer-encoding') !== undefined;
}

async function readChunks(c: Context<HttpEnv>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) refuse();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuse(): never {
  throw new AppError('payload_too_large');
}

async function inTime<Read>(clock: Clock, reading: Promise<Read>): Promise<Read> {
  const deadline = new AbortController();
  const tooSlow = clock.sleep(DEADLINE_MS, deadline.signal).then(() => {
    throw new AppError('request_timeout');
  });
  tooSlow.catch(() => {});
  try {
    return await Promise.race([reading, tooSlow]);
  } finally {
    // A reason of our own: the default one is an error whose stack is captured for every request.
    deadline.abort('read');
  }
}
