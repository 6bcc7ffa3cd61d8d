/** A recording's title, for display and as a file name. */
import { isMediaName } from '../sources/media-extensions.ts';
import type { SourceInfo } from './transcription.ts';

/** Of a file's name without its extension: file systems take 255 with it. */
export const MAX_STEM_BYTES = 180;
/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The best available name of a recording: its title, else the file name in its URL, else the URL. */
export function titleOf(source: Pick<SourceInfo, 'title' | 'url'>): string {
  return withoutMedia(source.title || fileName(source.url) || source.url);
}

/** People call a recording `Interview`, and not `Interview.mp3`. */
function withoutMedia(title: string): string {
  return isMediaName(title) ? title.replace(/(?<=[^\s.])\.[^.]+$/, '') : title;
}

/** The title as a file name valid on every system, without the recording's own extension. */
export function fileStem(title: string): string {
  return safeName(
    title
      .toWellFormed()
      .normalize('NFC')
      .replace(/\.(?=\d*[a-z])[a-z0-9]{2,4}$/i, ''),
  );
}

/** Any text as a file name valid on every system, without an extension of its own. */
export function safeName(text: string): string {
  const stem = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s<>:"/\\|?*]+/gu, ' ');
  const short = limitBytes(stem.trim(), MAX_STEM_BYTES).replace(/^[. ]+|[. ]+$/g, '');
  if (short === '') return 'transcript';
  return DEVICE.test(short) ? `_${short}` : short;
}

/** File systems limit the number of bytes; no character is cut in half. */
export function limitBytes(text: string, max: number): string {
  let left = max;
  let kept = '';
  for (const letter of text) {
    left -= new TextEncoder().encode(letter).length;
    if (left < 0) break;
    kept += letter;
  }
  return kept;
}

function fileName(url: string): string {
  if (!URL.canParse(url)) return '';
  const { host, pathname, search } = new URL(url);
  const last = pathname.split('/').at(-1) ?? '';
  // A page such as `/watch?v=…` is distinguished from others by what follows.
  if (search !== '' && !last.includes('.')) return host + pathname + search;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
