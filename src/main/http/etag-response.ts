/** Conditional responses, and headers of responses that are files. */
import { createHash } from 'node:crypto';
import { create } from 'content-disposition';
import type { Context } from 'hono';
import type { Pieces } from '../services/transcriptions/write-transcription.ts';
import type { HttpEnv } from './http-env.ts';

type FileHeaders = Record<string, string>;

/** In bytes; a longer body is streamed. */
const AT_ONCE = 256 * 1024;

/** Sends `body`, a string or chunks, with a hash of its bytes as its ETag. */
export function sendTagged(
  c: Context<HttpEnv>,
  { body, headers }: { body: string | Pieces; headers: FileHeaders },
): Promise<Response> {
  const pieces = typeof body === 'string' ? [Buffer.from(body)] : body;
  return sendUnderTag(c, { etag: `"${hashOf(pieces)}"`, write: async () => pieces, headers });
}

/** Writes and sends the body with its ETag; answers 304 if the request names that tag (RFC 9110 §13.1.2). */
export async function sendUnderTag(
  c: Context<HttpEnv>,
  { etag, write, headers }: { etag: string; write: () => Promise<Pieces>; headers: FileHeaders },
): Promise<Response> {
  const tagged = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isNamed(etag, c.req.header('if-none-match'))) return c.body(null, 304, tagged);
  return send(c, await write(), 200, { ...headers, ...tagged });
}

export function sendJson(c: Context<HttpEnv>, pieces: Pieces, status: 200 | 202 = 200): Response {
  return send(c, pieces, status, { 'Content-Type': 'application/json' });
}

function send(
  c: Context<HttpEnv>,
  pieces: Pieces,
  status: 200 | 202,
  headers: FileHeaders,
): Response {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  c.header('Content-Length', String(bytes));
  return c.body(bytes > AT_ONCE ? toStream(pieces) : Buffer.concat(pieces), status, headers);
}

/** Streams as fast as the client reads; chunks already sent are released. */
function toStream(pieces: Pieces): ReadableStream<Uint8Array> {
  const left = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
}

function hashOf(pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha1');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/**
 * Whether `If-None-Match` names a tag. Uses weak comparison (RFC 9110 §8.8.3.2), which ignores the weakness of tags.
 */
export function isNamed(tag: string, ifNoneMatch = ''): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(tag.replace(/^W\//, '')) ?? false;
}

/** A transcript's text must never run as a page, wherever its URL is opened. */
export function fileHeaders(type: string, filename: string): FileHeaders {
  return {
    'Content-Type': type,
    // A plain name for clients that do not support `filename*` (RFC 6266).
    'Content-Disposition': create(filename, {
      fallback: filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_'),
    }),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
}
