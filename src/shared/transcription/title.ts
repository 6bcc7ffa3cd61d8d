/** A recording's title, for display and as a file name. */
import { safeName } from '../file-name.ts';
import { isMediaName } from '../sources/media-extensions.ts';
import type { SourceInfo } from './transcription.ts';

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

function fileName(url: string): string {
  if (!URL.canParse(url)) return '';
  const { host, pathname, search } = new URL(url);
  const last = pathname.split('/').at(-1) ?? '';
  // A page such as `/watch?v=…` is distinguished from others by what follows.
  if (search !== '' && !last.includes('.')) return host + pathname + search;
  return decodePercent(last);
}

/** As it is where it is wrongly encoded. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
