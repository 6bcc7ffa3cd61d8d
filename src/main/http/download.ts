/** Answers that may be asked for again, and headers of answers that are files. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { HttpEnv } from './env.ts';

type Answer = {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
  /** A hash of the bytes when none is given. */
  etag?: string | null;
};

/** Sends `body` with its tag, or 304 without it to who names that tag (RFC 9110 §13.1.2): it has the same already. */
export function sendTagged(c: Context<HttpEnv>, { body, headers, etag }: Answer): Response {
  const tag = etag ?? `"${createHash('sha1').update(body).digest('hex')}"`;
  c.header('ETag', tag);
  c.header('Cache-Control', 'private, no-cache');
  if (isNamed(tag, c.req.header('if-none-match'))) return c.body(null, 304);
  return c.body(body, 200, headers);
}

/** Weak comparison (§8.8.3.2): whether a tag is weak does not count. */
function isNamed(tag: string, ifNoneMatch = ''): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(tag.replace(/^W\//, '')) ?? false;
}

/** What people said must never run as a page, wherever the address is opened. */
export function fileHeaders(type: string, filename: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': disposition(filename),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
}

/** RFC 6266: the real name for those who know `filename*`, a plain one for the rest. */
function disposition(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replaceAll(/['()*]/g, percent);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percent(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
}
