import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { HttpEnv } from './env.ts';
import { parseStrictJson } from './strict-json.ts';

const MAX_BODY_BYTES = 64 * 1024;
const BODY_DEADLINE_MS = 30_000;

/** Room for every segment of a long transcript, as when a name is replaced everywhere. */
const MAX_EDIT_BYTES = 4 * 1024 * 1024;
const EDITS = /^\/v1\/transcriptions\/[^/]+\/segments$/;

/** No body of the API but an upload may be larger than this. */
export const limitBody: MiddlewareHandler<HttpEnv> = (c, next) => {
  const maxSize = EDITS.test(c.req.path) ? MAX_EDIT_BYTES : MAX_BODY_BYTES;
  if (c.req.header('transfer-encoding') !== undefined) {
    return bodyLimit({ maxSize, onError: refuse })(c, next);
  }
  // Node lets no more than this in, so nothing needs to be counted.
  if (Number(c.req.header('content-length') ?? 0) > maxSize) refuse();
  return next();
};

function refuse(): never {
  throw new AppError('payload_too_large');
}

/** Reads a JSON body whole before the routes do, with a deadline, and refuses other content types and compression. */
export function readJsonBody(clock: Clock): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (!hasBody(c.req.header('content-length'), c.req.header('transfer-encoding'))) return next();
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    const encoding = c.req.header('content-encoding') ?? 'identity';
    if (type !== 'application/json' || encoding !== 'identity') {
      throw new AppError('unsupported_media_type');
    }
    const deadline = new AbortController();
    const tooSlow = clock.sleep(BODY_DEADLINE_MS, deadline.signal).then(() => {
      throw new AppError('request_timeout');
    });
    tooSlow.catch(() => {});
    try {
      c.set('body', parseStrictJson(await Promise.race([c.req.arrayBuffer(), tooSlow])));
    } finally {
      // A reason of our own: the usual one is an error with a stack, made anew for every request.
      deadline.abort('read');
    }
    return next();
  };
}

/** By the headers, as RFC 9112 §6.3 has it: a DELETE without a body says nothing of one. */
function hasBody(length: string | undefined, encoding: string | undefined): boolean {
  return encoding !== undefined || (length !== undefined && length !== '0');
}
