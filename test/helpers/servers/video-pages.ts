/** Web pages with recordings in them, as sites serve them: a plain file, an HLS playlist, a DASH manifest. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { systemClock } from '../../../src/main/core/clock.ts';
import { decodeToPcm } from '../../../src/main/media/ffmpeg/ffmpeg.ts';
import { findFfmpeg } from '../../../src/main/media/ffmpeg/find-ffmpeg.ts';
import { fetchVideo, type VideoOptions } from '../../../src/main/media/yt-dlp/fetch-video.ts';
import type { VideoFacts } from '../../../src/main/media/yt-dlp/video-report.ts';
import { createYtDlpStore } from '../../../src/main/media/yt-dlp/yt-dlp-store.ts';
import { sampleFile, serveRecordings } from '../corpus/recordings.ts';
import { temporaryFolder } from '../harness/media-fetch.ts';
import { createTestGuard } from '../harness/media-guard.ts';
import { writeScript } from '../harness/shell-script.ts';
import type { Origin } from './http-origin.ts';

export const PAGE_SECONDS = 6;

export const page = (title: string, body: string): Buffer =>
  Buffer.from(
    `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`,
  );

/** These pages on an origin of their own. */
export async function serveVideoPages(): Promise<Origin> {
  const folder = await mkdtemp(path.join(tmpdir(), 'steno-pages-'));
  try {
    return await serveRecordings(await videoPages(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** By path: the pages, and everything they lead to. */
async function videoPages(folder: string): Promise<Record<string, Buffer>> {
  const encode = (...args: string[]) =>
    execa('ffmpeg', ['-v', 'error', '-t', String(PAGE_SECONDS), '-i', sampleFile, ...args], {
      cwd: folder,
      stdin: 'ignore',
    });
  await encode('-c:a', 'aac', 'talk.m4a');
  await encode(
    '-c:a',
    'aac',
    '-f',
    'hls',
    '-hls_time',
    '2',
    '-hls_playlist_type',
    'vod',
    'talk.m3u8',
  );
  await encode('-c:a', 'aac', '-f', 'dash', 'talk.mpd');
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => [`/${name}`, await readFile(path.join(folder, name))] as const),
  );
  return {
    ...Object.fromEntries(files),
    '/file.html': page('A talk &amp; more', '<video src="talk.m4a"></video>'),
    '/hls.html': page('Streamed', '<video src="talk.m3u8" type="application/x-mpegURL"></video>'),
    '/dash.html': page(
      'Dashed',
      '<video><source src="talk.mpd" type="application/dash+xml"></video>',
    ),
    '/two.html': page(
      'Two talks',
      '<video src="talk.m4a"></video><p><audio src="talk.m4a?2"></audio>',
    ),
    '/none.html': page('Nothing', 'Only words.'),
  };
}

type VideoFetch = {
  fetch(url: string, options?: Partial<VideoOptions>): Promise<VideoFacts>;
  destination: string;
  /** What lies in the folder of the download. */
  files(): Promise<string[]>;
};

/** The yt-dlp of this machine, in a folder of its own. */
export async function prepareVideoFetch(): Promise<VideoFetch> {
  const folder = await temporaryFolder();
  const destination = path.join(folder, 'media');
  const signal = new AbortController().signal;
  const store = createYtDlpStore({
    folder: path.join(folder, 'yt-dlp'),
    baseUrl: null,
    ownPort: () => null,
    env: process.env,
    clock: systemClock,
  });
  return {
    destination,
    files: async () => (await readdir(folder)).sort(),
    async fetch(url, options = {}) {
      const guard = options.guard ?? createTestGuard({ localhost: [['127.0.0.1']] });
      return fetchVideo({
        program: await store.find(signal),
        page: await guard.check(url),
        guard,
        destination,
        cookiesFrom: null,
        clock: systemClock,
        signal,
        ...options,
      });
    },
  };
}

/** A yt-dlp of today that solves a platform's riddle with the program it is told of, and says what came of it. */
export async function solvingYtDlp(): Promise<{ file: string; version: string }> {
  const folder = await temporaryFolder();
  const script = [
    'while [ "$1" != "--js-runtimes" ] && [ $# -gt 0 ]; do shift; done',
    'runtime=$(echo "$2" | cut -c 6-)',
    'answer=$(echo "console.log(6 * 7)" | "$runtime" -)',
    '[ "$answer" = 42 ] || echo "WARNING: [x] No supported JavaScript runtime could be found." >&2',
    '[ "$answer" = 42 ] && echo "ERROR: [x] a: Private video" >&2',
    '[ "$answer" = 42 ] || echo "ERROR: [x] a: Requested format is not available" >&2',
    'exit 1',
  ];
  const file = await writeScript(path.join(folder, 'yt-dlp'), ...script);
  return { file, version: '2026.08.19' };
}

/** How long a recording is that was fetched from a page. */
export async function secondsOf(file: string): Promise<number> {
  const { durationMs } = await decodeToPcm({
    ffmpeg: await findFfmpeg({ env: process.env }),
    input: file,
    output: `${file}.s16`,
    clock: systemClock,
    signal: new AbortController().signal,
  });
  return Math.round(durationMs / 1000);
}

/** The paths that were asked for. */
export function pathsOf(origin: Origin): string[] {
  return origin.requests.map(({ path: asked }) => asked);
}
