/** How large and how long a recording is, from its beginning and its own word alone. */
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { findFfmpeg } from '../ffmpeg/find-ffmpeg.ts';
import { createFfmpegReport } from '../ffmpeg/probe.ts';
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts';
import type { UrlGuard } from '../guard/url-guard.ts';
import { FETCH_LIMITS } from './fetch.ts';
import { openSource, type Source } from './source-request.ts';
import { createWebPageSniffer, planBody } from './source-response.ts';

/** `null` where the recording or its server does not say; nothing here is proven before it is decoded. */
type RecordingSize = { bytes: number | null; durationMs: number | null };

const UNKNOWN: RecordingSize = { bytes: null, durationMs: null };
/** Containers say how long they are at their beginning, or at the end that is not looked at. */
const HEAD_BYTES = 1024 * 1024;

/** Looks at files and links. */
export function createSizeUp({ clock }: Pick<Core, 'clock'>, guard: UrlGuard) {
  const ffmpeg = () => findFfmpeg({ env: process.env });
  return {
    file: async (file: string, signal: AbortSignal): Promise<RecordingSize> =>
      sizeUpFile({ ffmpeg: await ffmpeg(), file, clock, signal }),
    url: async (url: string, signal: AbortSignal): Promise<RecordingSize> =>
      sizeUpUrl({ ffmpeg: await ffmpeg(), url, guard, clock, signal }),
  };
}

/** @throws AppError `ffmpeg_missing`, `ffmpeg_crashed`, `unsupported_media`; the signal's reason when aborted */
async function sizeUpFile(options: {
  ffmpeg: string;
  file: string;
  clock: Clock;
  signal: AbortSignal;
}): Promise<RecordingSize> {
  const { ffmpeg, file, clock, signal } = options;
  const { report, read } = createFfmpegReport();
  await runFfmpeg({
    ffmpeg,
    input: file,
    reporting: ['-loglevel', 'level+info'],
    clock,
    signal,
    onStderrLine: read,
  });
  return { bytes: (await stat(file)).size, durationMs: report.headerMs };
}

/**
 * Looks at the beginning of what a link leads to. A page that shows a recording says neither.
 *
 * @throws AppError as fetching the recording does
 */
async function sizeUpUrl(options: {
  ffmpeg: string;
  url: string;
  guard: UrlGuard;
  clock: Clock;
  signal: AbortSignal;
}): Promise<RecordingSize> {
  const source = await openSource({
    ...options,
    headers: {},
    timeoutMs: FETCH_LIMITS.headerTimeoutMs,
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'steno-quote-'));
  try {
    const { total } = planBody(source, null);
    const file = path.join(folder, 'head');
    if (!(await storeHead(source, file, total))) return UNKNOWN;
    const { durationMs } = await sizeUpFile({ ...options, file });
    return { bytes: total, durationMs };
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file of the whole size that holds only the beginning, so that what ffmpeg reckons from the size is right. */
async function storeHead(source: Source, path: string, total: number | null): Promise<boolean> {
  const isWebPage = createWebPageSniffer();
  await using file = await open(path, 'w');
  let received = 0;
  for await (const chunk of source.body as AsyncIterable<Uint8Array>) {
    if (received === 0 && isWebPage(chunk)) return false;
    await file.appendFile(chunk);
    received += chunk.length;
    if (received >= HEAD_BYTES) break;
  }
  if (total !== null && total > received) await file.truncate(total);
  return true;
}
