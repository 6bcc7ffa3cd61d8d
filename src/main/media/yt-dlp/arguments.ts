/** Builds yt-dlp's arguments: ignores the user's configuration and starts no other programs. */
import type { CookieBrowser } from '../../../shared/settings.ts';

/** `YYYY.MM.DD`, compared as a string. */
export type YtDlpVersion = string;

/** Older versions fail on unknown options, so newer options are left out for them. */
const NEWER_OPTIONS: readonly { since: YtDlpVersion; option: string }[] = [
  { since: '2025.03.21', option: '--no-plugin-dirs' },
  { since: '2025.11.12', option: '--no-remote-components' },
];

/** Since this version yt-dlp solves some platforms' challenges with a JavaScript runtime, and finds only Deno by itself. */
const JS_RUNTIMES_SINCE: YtDlpVersion = '2025.11.12';

/** yt-dlp refuses older versions of Node. */
const LEAST_NODE = 22;

/** Whether a Node of this version, such as `24.1.0`, is one that yt-dlp takes. */
export function solvesRiddles(version: string): boolean {
  return Number.parseInt(version, 10) >= LEAST_NODE;
}

/** Excludes live-stream extractors that open their own connections, bypassing the proxy. */
const EXTRACTORS = 'default,-niconico:live,-fc2:live,-twitcasting:live';

/** Prefers audio-only formats, and only protocols that yt-dlp implements itself. */
const FORMATS = 'ba[protocol^=http]/ba[protocol^=m3u8]/b[protocol^=http]/b[protocol^=m3u8]';

/**
 * Arguments of every run. `--no-update` is not among them: yt-dlp updates only when told to, and would no longer say that
 * it is old. The address is read from stdin, because all users of a machine can see arguments.
 */
export function commonArguments(
  version: YtDlpVersion,
  options: {
    emptyFolder: string;
    cookiesFrom: CookieBrowser | null;
    /** What solves JavaScript challenges, as `--js-runtimes` takes it; null if there is nothing. */
    runtime: string | null;
  },
): string[] {
  const { emptyFolder, cookiesFrom, runtime } = options;
  return [
    ...['--ignore-config', '--no-exec', '--no-cache-dir', '--no-cookies'],
    ...NEWER_OPTIONS.filter(({ since }) => version >= since).map(({ option }) => option),
    ...(version >= JS_RUNTIMES_SINCE ? solving(runtime) : []),
    ...(cookiesFrom === null
      ? ['--no-cookies-from-browser']
      : ['--cookies-from-browser', cookiesFrom]),
    ...['--use-extractors', EXTRACTORS, '--default-search', 'error', '--abort-on-error'],
    // yt-dlp starts no ffmpeg if it cannot find one.
    ...['--ffmpeg-location', emptyFolder, '--downloader', 'native', '--fixup', 'never'],
    ...['--socket-timeout', '20', '--retries', '3', '--fragment-retries', '3'],
    ...['--quiet', '--batch-file', '-'],
  ];
}

/**
 * What solves the challenges is a platform's own code. The runtime gives it no files and no network, and interprets it
 * only: compilers of JavaScript are where it would break out.
 */
const solving = (runtime: string | null) => [
  ...(runtime === null ? [] : ['--js-runtimes', runtime]),
  ...['--extractor-args', 'youtube-ejs:jitless=true'],
];

/** Prefix of the lines we asked for; yt-dlp prints others too. */
export const VIDEO_LINE = 'STENO-VIDEO ';
export const PROGRESS_LINE = 'STENO-PROGRESS ';

const VIDEO_FIELDS =
  'extractor_key,title,uploader,channel,thumbnail,chapters,n_entries,live_status,is_live';
const PROGRESS_FIELDS = 'downloaded_bytes,total_bytes,total_bytes_estimate';

/** Downloads a page's single recording as `media.<extension>` into the working directory. */
export function downloadArguments(maxBytes: number): string[] {
  return [
    // The second item is only examined, to tell a playlist from a single recording.
    ...['--no-playlist', '--playlist-items', '1:2', '--max-downloads', '1'],
    ...['--abort-on-unavailable-fragments', '--max-filesize', String(maxBytes)],
    ...['--no-simulate', '--progress', '--newline', '--no-mtime'],
    ...['--print', `video:${VIDEO_LINE}%(.{${VIDEO_FIELDS}})j`],
    ...['--progress-template', `download:${PROGRESS_LINE}%(progress.{${PROGRESS_FIELDS}})j`],
    ...['-f', FORMATS, '-o', 'media.%(ext)s'],
  ];
}

/** Prefix of the line for each list item. */
export const ITEM_LINE = 'STENO-ITEM ';

const ITEM_FIELDS =
  'title,url,webpage_url,duration,extractor_key,ie_key,playlist_title,playlist_count,n_entries';

/** Lists the items of a link without opening each of them. */
export function listArguments(maxItems: number): string[] {
  return [
    ...['--flat-playlist', '--yes-playlist', '--playlist-items', `1:${maxItems}`],
    ...['--print', `${ITEM_LINE}%(.{${ITEM_FIELDS}})j`],
  ];
}
