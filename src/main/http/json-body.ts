import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { HttpEnv } from './env.ts';
import { hasBody, readBody } from './request-body.ts';
import { parseStrictJson } from './strict-json.ts';

const MAX_BODY_BYTES = 64 * 1024;

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
      c.set('body', parseStrictJson(await readBody(c, { most: maxBody, clock })));
      return next();
    };
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
