import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { HttpEnv } from './env.ts';
import { parseStrictJson } from './strict-json.ts';

const MAX_BODY_BYTES = 64 * 1024;
const BODY_DEADLINE_MS = 30_000;

/**
 * Reads a JSON body whole before a route does, with a limit and a deadline, and refuses other content types and
 * compression.
 */
export function createBodyReader(
  clock: Clock,
): (route: { maxBody?: number }) => MiddlewareHandler<HttpEnv> {
  return ({ maxBody = MAX_BODY_BYTES }) =>
    async (c, next) => {
      if (!hasBody(c)) return next();
      requireJson(c);
      // Node lets no more than what is announced in, so nothing needs to be counted.
      if (Number(c.req.header('content-length') ?? 0) > maxBody) refuse();
      const reading: Promise<ArrayBuffer | Uint8Array> = isChunked(c)
        ? readChunks(c, maxBody)
        : c.req.arrayBuffer();
      c.set('body', parseStrictJson(await inTime(clock, reading)));
      return next();
    };
}

async function readChunks(c: Context<HttpEnv>, maxBody: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBody) refuse();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuse(): never {
  throw new AppError('payload_too_large');
}

function requireJson(c: Context<HttpEnv>): void {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  const encoding = c.req.header('content-encoding') ?? 'identity';
  if (type === 'multipart/form-data') {
    throw new AppError('unsupported_media_type', {
      message: 'Send the body as application/json. A recording is sent to POST /v1/files first.',
    });
  }
  if (type !== 'application/json' || encoding !== 'identity') {
    throw new AppError('unsupported_media_type');
  }
}

/** @throws request_timeout */
async function inTime<Read>(clock: Clock, reading: Promise<Read>): Promise<Read> {
  const deadline = new AbortController();
  const tooSlow = clock.sleep(BODY_DEADLINE_MS, deadline.signal).then(() => {
    throw new AppError('request_timeout');
  });
  tooSlow.catch(() => {});
  try {
    return await Promise.race([reading, tooSlow]);
  } finally {
    // A reason of our own: the usual one is an error with a stack, made anew for every request.
    deadline.abort('read');
  }
}

/** By the headers, as RFC 9112 §6.3 has it: a DELETE without a body says nothing of one. */
function hasBody(c: Context<HttpEnv>): boolean {
  const length = c.req.header('content-length');
  return isChunked(c) || (length !== undefined && length !== '0');
}

function isChunked(c: Context<HttpEnv>): boolean {
  return c.req.header('transfer-encoding') !== undefined;
}
