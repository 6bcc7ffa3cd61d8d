import type { Context } from 'hono';
import { AppError } from '../core/errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Recording } from '../services/transcriptions/playback.service.ts';
import { streamBody } from './answer-stream.ts';
import { isNamed } from './etag-response.ts';
import type { HttpEnv } from './http-env.ts';

/** Sends the whole file or the requested range: players seek by requesting ranges. @throws range_not_satisfiable */
export async function sendRecording(
  c: Context<HttpEnv>,
  { type, bytes, modifiedAt, read }: Recording,
  logger: Logger,
  headers: Record<string, string> = {},
): Promise<Response> {
  const etag = `"${bytes.toString(36)}-${modifiedAt.getTime().toString(36)}"`;
  const tagged = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isNamed(etag, c.req.header('if-none-match'))) return c.body(null, 304, tagged);
  const changed = (c.req.header('if-range') ?? etag) !== etag;
  const range = changed ? null : readRange(c.req.header('range'), bytes);
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${bytes}`);
    throw new AppError('range_not_satisfiable');
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  const body =
    c.req.method === 'HEAD' || bytes === 0
      ? null
      : streamBody(c, await read({ start, end }), logger);
  return c.newResponse(body, range ? 206 : 200, {
    ...tagged,
    'Accept-Ranges': 'bytes',
    // A recording is an untrusted file: it must never run as a page.
    'Content-Security-Policy': "default-src 'none'; media-src 'self'; sandbox",
    'Content-Type': type,
    'Content-Length': String(end - start + 1),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
    ...headers,
  });
}

/**
 * The part of a file that a `Range` header requests (RFC 9110 §14): `null` means the whole file, also for unsupported
 * headers such as multiple ranges; `'unsatisfiable'` lies outside the file.
 */
export function readRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  // Parsed here because range-parser refuses `-1000` for a file of 100 bytes, which requests all of it
  // (§14.1.2).
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}
