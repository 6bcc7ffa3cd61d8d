import type { SourceInfo } from '../../../shared/transcription.ts';

/** The best name there is for a recording: its title, else the file in its address, else the address. */
export function titleOf(source: Pick<SourceInfo, 'title' | 'url'>): string {
  return source.title || fileName(source.url) || source.url;
}

/** Where a recording came from: the host of a link, or that it was a file. */
export function originOf(source: Pick<SourceInfo, 'type' | 'url'>): string {
  if (source.type === 'upload') return 'File';
  return URL.canParse(source.url) ? new URL(source.url).host : source.url;
}

/** The title as a file name that every system accepts, without the recording's own extension. */
export function fileStem(title: string): string {
  const stem = title
    .replace(/\.(?=\d*[a-z])[a-z0-9]{2,4}$/i, '')
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .trim();
  return stem.slice(0, 120) || 'transcript';
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
