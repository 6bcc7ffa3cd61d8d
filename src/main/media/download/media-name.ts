/** A name for a recording, made of what a server or an uploader said; for showing, never for a path. */
import { parse } from 'content-disposition';

const MAX_NAME_CHARS = 120;
/** Control characters and the invisible ones that reverse or hide text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The name a response suggests: Content-Disposition, else the last part of the URL's path, else its host. */
export function suggestName(contentDisposition: string | null, url: URL): string {
  const lastPart = decode(url.pathname.split('/').pop() ?? '');
  return (
    cleanName(dispositionName(contentDisposition ?? '')) || cleanName(lastPart) || url.hostname
  );
}

/** One visible line of at most 120 characters without folders; may come out empty. */
export function cleanName(name: string): string {
  const base = name.split(/[/\\]/).pop() ?? '';
  return cleanLine(base).replace(/^\.+/, '').trim();
}

/** One visible line of at most 120 characters; may come out empty. */
export function cleanLine(text: string): string {
  const line = text.normalize('NFC').replace(/\s+/gu, ' ').replace(INVISIBLE, '').trim();
  return Array.from(line).slice(0, MAX_NAME_CHARS).join('').trim();
}

function dispositionName(header: string): string {
  return decode(utf8OfLatin1(parse(header).parameters['filename'] ?? ''));
}

/** Header bytes arrive as Latin-1; most servers mean UTF-8. */
function utf8OfLatin1(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
