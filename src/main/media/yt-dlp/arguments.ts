/** How yt-dlp is told what to do: nothing of the person's own configuration, nothing that starts other programs. */
import type { CookieBrowser } from '../../../shared/settings.ts';

/** `YYYY.MM.DD`, compared as text. */
export type YtDlpVersion = string;

/** Older versions stop at an option they do not know, so those that came later are left out for them. */
const NEWER_OPTIONS: readonly { since: YtDlpVersion; option: string }[] = [
  { since: '2025.03.21', option: '--no-plugin-dirs' },
  { since: '2025.11.12', option: '--no-remote-components' },
];

/** From here on yt-dlp solves the riddles of some platforms with a JavaScript program, and looks for Deno alone by itself. */
const JS_RUNTIMES_SINCE: YtDlpVersion = '2025.11.12';

/** Extractors of live streams that open connections of their own, past the proxy. */
const EXTRACTORS = 'default,-niconico:live,-fc2:live,-twitcasting:live';

/** Sound only where there is such, and only over protocols that yt-dlp speaks itself. */
const FORMATS = 'ba[protocol^=http]/ba[protocol^=m3u8]/b[protocol^=http]/b[protocol^=m3u8]';

/** What every run has: the address is read from stdin, because arguments can be seen by all users of a machine. */
export function commonArguments(
  version: YtDlpVersion,
  options: {
    emptyFolder: string;
    cookiesFrom: CookieBrowser | null;
    /** A Node that solves JavaScript riddles; null where there is none. */
    node: string | null;
  },
): string[] {
  const { emptyFolder, cookiesFrom, node } = options;
  return [
    ...['--ignore-config', '--no-update', '--no-exec', '--no-cache-dir', '--no-cookies'],
    ...NEWER_OPTIONS.filter(({ since }) => version >= since).map(({ option }) => option),
    ...(node !== null && version >= JS_RUNTIMES_SINCE ? ['--js-runtimes', `node:${node}`] : []),
    ...(cookiesFrom === null
      ? ['--no-cookies-from-browser']
      : ['--cookies-from-browser', cookiesFrom]),
    ...['--use-extractors', EXTRACTORS, '--default-search', 'error', '--abort-on-error'],
    // Without an ffmpeg that it can find, yt-dlp starts none.
    ...['--ffmpeg-location', emptyFolder, '--downloader', 'native', '--fixup', 'never'],
    ...['--socket-timeout', '20', '--retries', '3', '--fragment-retries', '3'],
    ...['--quiet', '--batch-file', '-'],
  ];
}

/** What the lines begin with that we have asked for; yt-dlp prints others too. */
export const VIDEO_LINE = 'STENO-VIDEO ';
export const PROGRESS_LINE = 'STENO-PROGRESS ';

const VIDEO_FIELDS =
  'extractor_key,title,uploader,channel,thumbnail,chapters,n_entries,live_status,is_live';
const PROGRESS_FIELDS = 'downloaded_bytes,total_bytes,total_bytes_estimate';

/** Downloads the one recording of a page as `media.<extension>` into the working folder. */
export function downloadArguments(maxBytes: number): string[] {
  return [
    // The second item is only looked at, to know a playlist from a recording.
    ...['--no-playlist', '--playlist-items', '1:2', '--max-downloads', '1'],
    ...['--abort-on-unavailable-fragments', '--max-filesize', String(maxBytes)],
    ...['--no-simulate', '--progress', '--newline', '--no-mtime'],
    ...['--print', `video:${VIDEO_LINE}%(.{${VIDEO_FIELDS}})j`],
    ...['--progress-template', `download:${PROGRESS_LINE}%(progress.{${PROGRESS_FIELDS}})j`],
    ...['-f', FORMATS, '-o', 'media.%(ext)s'],
  ];
}

/** What the line of one item of a list begins with. */
export const ITEM_LINE = 'STENO-ITEM ';

const ITEM_FIELDS =
  'title,url,webpage_url,duration,extractor_key,ie_key,playlist_title,playlist_count,n_entries';

/** Lists what a link leads to, without opening each of them. */
export function listArguments(maxItems: number): string[] {
  return [
    ...['--flat-playlist', '--yes-playlist', '--playlist-items', `1:${maxItems}`],
    ...['--print', `${ITEM_LINE}%(.{${ITEM_FIELDS}})j`],
  ];
}
