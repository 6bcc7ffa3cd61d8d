/** A recording's title, for display and as a file name. */
import type { SourceInfo } from './transcription.ts';

const MAX_STEM_BYTES = 180;
/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The best available name of a recording: its title, else the file name in its URL, else the URL. */
export function titleOf(source: Pick<SourceInfo, 'title' | 'url'>): string {
  return source.title || fileName(source.url) || source.url;
}

/** The title as a file name valid on every system, without the recording's own extension. */
export function fileStem(title: string): string {
  const stem = title
    .toWellFormed()
    .normalize('NFC')
    .replace(/\.(?=\d*[a-z])[a-z0-9]{2,4}$/i, '')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s<>:"/\\|?*]+/gu, ' ');
  const short = limitBytes(stem.trim(), MAX_STEM_BYTES).replace(/^[. ]+|[. ]+$/g, '');
  if (short === '') return 'transcript';
  return DEVICE.test(short) ? `_${short}` : short;
}

/** File systems limit the number of bytes; no character is cut in half. */
function limitBytes(text: string, max: number): string {
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
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
