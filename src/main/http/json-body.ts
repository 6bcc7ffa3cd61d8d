import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { HttpEnv } from './http-env.ts';
import { hasBody, readBody, requirePlain } from './request-body.ts';

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Reads a whole JSON body before a route handles it, with a size limit and a deadline; refuses other content types and
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
  if (type === 'multipart/form-data') {
    throw new AppError('unsupported_media_type', {
      message: 'Send the body as application/json. A recording is sent to POST /v1/files first.',
    });
  }
  if (type !== 'application/json') throw new AppError('unsupported_media_type');
  requirePlain(c);
}

const MAX_DEPTH = 16;
/** In valid JSON these tokens are enough to distinguish strings, keys and nesting. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g;

/**
 * Parses JSON that all parsers interpret alike: UTF-8 without a byte order mark, no duplicate names in an object, no
 * lone surrogates, at most 16 levels of nesting and no `__proto__`. See https://www.rfc-editor.org/rfc/rfc8259 (§4, §8)
 * and RFC 7493 (I-JSON).
 * @throws invalid_json
 */
function parseStrictJson(bytes: ArrayBuffer | Uint8Array): unknown {
  const text = decode(bytes);
  if (text === '') return undefined;
  const value = parse(text);
  checkTokens(text);
  return value;
}

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw invalid('The body is not valid UTF-8.', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_json', { cause });
  }
}

/** The parser silently keeps the last of several equal names, so the text itself is checked. */
function checkTokens(text: string): void {
  const open: Set<string>[] = [];
  for (const [bracket, string, colon] of text.matchAll(TOKEN)) {
    if (string !== undefined) {
      const content = String(JSON.parse(string));
      if (!content.isWellFormed()) throw invalid('The body has half of a surrogate pair.');
      if (colon !== undefined) addName(open.at(-1), content);
    } else if (bracket === '{' || bracket === '[') {
      open.push(new Set());
      if (open.length > MAX_DEPTH) throw invalid(`The body nests deeper than ${MAX_DEPTH} levels.`);
    } else {
      open.pop();
    }
  }
}

function addName(names: Set<string> | undefined, name: string): void {
  if (names?.has(name)) throw invalid(`The body has "${name}" twice.`, { param: name });
  if (name === '__proto__') throw invalid('No field can be called "__proto__".', { param: name });
  names?.add(name);
}

function invalid(message: string, options: { param?: string; cause?: unknown } = {}): AppError {
  return new AppError('invalid_json', { message, ...options });
}
