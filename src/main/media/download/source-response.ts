/** Interprets a source's response: an error, a whole body, or the rest of one. */
import { parse } from 'content-disposition';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { decodePercent } from '../../../shared/transcription/title.ts';
import { AppError } from '../../core/errors.ts';
import type { ResumePoint } from './partial-file.ts';
import type { Source } from './source-request.ts';

type BodyPlan = {
  /** `already_complete`: everything arrived earlier; `restart_later`: the stored part no longer fits. */
  kind: 'from_start' | 'resume' | 'already_complete' | 'restart_later';
  /** The size of the whole recording, if the server states it. */
  total: number | null;
};

/** Headers that request only the rest, and only if the recording has not changed (RFC 9110 §13.1.5, §14.2). */
export function resumeHeaders(point: ResumePoint | null): Record<string, string> {
  return point === null ? {} : { range: `bytes=${point.offset}-`, 'if-range': point.validator };
}

/** @throws AppError `source_*` for an error status, `bad_encoding` for a compressed body */
export function planBody(source: Source, point: ResumePoint | null): BodyPlan {
  const range = parseContentRange(source.header('content-range'));
  if (source.status === 416 && point !== null) {
    const complete = range?.total === point.offset;
    return { kind: complete ? 'already_complete' : 'restart_later', total: range?.total ?? null };
  }
  const code = errorOfStatus(source.status);
  if (code !== null) throw new AppError(code);
  const encoding = source.header('content-encoding');
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') {
    throw new AppError('bad_encoding');
  }
  if (source.status !== 206) return { kind: 'from_start', total: contentLength(source) };
  if (point === null || range?.start !== point.offset)
    return { kind: 'restart_later', total: null };
  const length = contentLength(source);
  return { kind: 'resume', total: range.total ?? (length === null ? null : point.offset + length) };
}

/** The validator that proves a later response has the same bytes. Weak ETags cannot (RFC 9110 §8.8.1). */
export function validatorOf(source: Source): string | null {
  const etag = source.header('etag');
  if (etag?.startsWith('"')) return etag;
  return source.header('last-modified');
}

function errorOfStatus(status: number): ErrorCode | null {
  if (status >= 200 && status < 300) return null;
  if (status === 404 || status === 410) return 'source_not_found';
  if (status === 401) return 'source_requires_login';
  return status >= 500 ? 'source_failed' : 'source_refused';
}

function contentLength(source: Source): number | null {
  const value = source.header('content-length');
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** `bytes 5-9/10`; either side of the slash may be an asterisk (RFC 9110 §14.4). */
function parseContentRange(
  value: string | null,
): { start: number | null; total: number | null } | null {
  const match = /^bytes (?:(\d{1,15})-\d{1,15}|\*)\/(?:(\d{1,15})|\*)$/.exec(value ?? '');
  if (match === null) return null;
  const [, start, total] = match;
  return {
    start: start === undefined ? null : Number(start),
    total: total === undefined ? null : Number(total),
  };
}

const SNIFFED_BYTES = 512;

/** Matches HTML, feeds and DASH manifests by their first tag, HLS playlists by their first line. */
const PAGE =
  /^(\s|<!--[\s\S]*?-->)*(<(!doctype\s+html|html[\s>]|\?xml|rss[\s>]|feed[\s>]|mpd[\s>])|#EXTM3U)/i;

/**
 * Recognizes a page by its first bytes, fed chunk by chunk: `true` as soon as it is clearly a page or manifest, which
 * leads to recordings but is not one.
 */
export function createWebPageSniffer(): (chunk: Uint8Array) => boolean {
  let head = Buffer.alloc(0);
  return (chunk) => {
    if (head.length >= SNIFFED_BYTES) return false;
    head = Buffer.concat([head, chunk.subarray(0, SNIFFED_BYTES - head.length)]);
    const text = head.toString('utf8').replace(/^\uFEFF/, '');
    return PAGE.test(text);
  };
}

/** A recording's name as a server or uploader gave it; for display, never for a path. */
const MAX_NAME_CHARS = 120;
/** Control characters, and invisible ones that reverse or hide text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The name a response suggests: Content-Disposition, else the last segment of the URL's path, else its host. */
export function suggestName(contentDisposition: string | null, url: URL): string {
  const lastPart = decodePercent(url.pathname.split('/').pop() ?? '');
  return (
    cleanName(dispositionName(contentDisposition ?? '')) || cleanName(lastPart) || url.hostname
  );
}

/** One visible line of at most 120 characters, without folders; may be empty. */
export function cleanName(name: string): string {
  const base = name.split(/[/\\]/).pop() ?? '';
  return cleanLine(base).replace(/^\.+/, '').trim();
}

/** One visible line of at most 120 characters; may be empty. */
export function cleanLine(text: string): string {
  const line = text.normalize('NFC').replace(/\s+/gu, ' ').replace(INVISIBLE, '').trim();
  return Array.from(line).slice(0, MAX_NAME_CHARS).join('').trim();
}

function dispositionName(header: string): string {
  return decodePercent(utf8OfLatin1(parse(header).parameters['filename'] ?? ''));
}

/** Header bytes are read as Latin-1, but most servers send UTF-8. What `filename*` says is decoded already. */
function utf8OfLatin1(text: string): string {
  if (/[\u0100-\u{10FFFF}]/u.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
