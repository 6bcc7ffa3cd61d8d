/** Headers of answers that are files. */
import { etag, RETAINED_304_HEADERS } from 'hono/etag';

/** `If-None-Match` spares sending again what did not change; the tag is a hash of the bytes. */
export const revalidate = () =>
  etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'x-request-id', 'x-content-type-options'] });

/** What people said must never run as a page, wherever the address is opened. */
export function fileHeaders(type: string, filename: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': disposition(filename),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'private, no-cache',
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
