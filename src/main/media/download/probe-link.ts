/** Finds the size and duration of a recording from its first bytes and headers alone. */
import { mkdtempDisposable, open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Core } from '../../core.ts';
import { findFfmpeg } from '../ffmpeg/find-ffmpeg.ts';
import { createFfmpegReport } from '../ffmpeg/probe.ts';
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts';
import type { UrlGuard } from '../guard/url-guard.ts';
import { FETCH_LIMITS } from './fetch-media.ts';
import { readStart } from './source-body.ts';
import { openSource } from './source-request.ts';
import { createWebPageSniffer, planBody } from './source-response.ts';

/** `null` where neither the recording nor its server states it; only decoding verifies these values. */
type RecordingSize = { bytes: number | null; durationMs: number | null };

const UNKNOWN: RecordingSize = { bytes: null, durationMs: null };
/** Containers state their duration at the start, or at the end, which is not read. */
const HEAD_BYTES = 1024 * 1024;

/** An upload; `path` is null where it does not lie on this disk. */
type Upload = {
  bytes: number;
  path: string | null;
  read(range: { start: number; end: number }): Promise<Readable>;
};

export function createLinkProbe({ clock }: Pick<Core, 'clock'>, guard: UrlGuard) {
  const ffmpeg = () => findFfmpeg({ env: process.env });
  const probeFile = async (file: string, signal: AbortSignal): Promise<RecordingSize> =>
    sizeUpFile({ ffmpeg: await ffmpeg(), file, clock, signal });
  return {
    file: probeFile,
    upload: async (upload: Upload, signal: AbortSignal): Promise<RecordingSize> =>
      upload.path === null
        ? sizeUpDistant({ ffmpeg: await ffmpeg(), upload, clock, signal })
        : probeFile(upload.path, signal),
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

/** Reads the start and the end of what lies elsewhere. */
async function sizeUpDistant({
  upload: { bytes, read },
  ...options
}: {
  upload: Upload;
  ffmpeg: string;
  clock: Clock;
  signal: AbortSignal;
}): Promise<RecordingSize> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'steno-quote-'));
  const file = path.join(folder.path, 'ends');
  await using sparse = await open(file, 'w');
  await sparse.truncate(bytes);
  const endsAt = Math.max(HEAD_BYTES, bytes - HEAD_BYTES);
  for (const [start, end] of [
    [0, Math.min(HEAD_BYTES, bytes) - 1],
    [endsAt, bytes - 1],
  ] as const) {
    if (end < start) continue;
    const content = await buffer(addAbortSignal(options.signal, await read({ start, end })));
    await sparse.write(content, 0, content.length, start);
  }
  return await sizeUpFile({ ...options, file });
}

/**
 * Reads the start of the resource behind a link. Both values are null for a web page that shows a recording.
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
  await using source = await openSource(options);
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'steno-quote-'));
  const { total } = planBody(source, null);
  if ((total ?? 0) > FETCH_LIMITS.maxBytes) throw new AppError('source_too_large');
  const file = path.join(folder.path, 'head');
  const isRecording = await readStart(source, options, (chunks) => storeHead(chunks, file, total));
  if (!isRecording) return UNKNOWN;
  const { durationMs } = await sizeUpFile({ ...options, file });
  return { bytes: total, durationMs };
}

/** Writes a sparse file of the full size that holds only the start, so that ffmpeg's size-based estimates are right. */
async function storeHead(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  total: number | null,
): Promise<boolean> {
  const isWebPage = createWebPageSniffer();
  await using file = await open(path, 'w');
  let received = 0;
  for await (const chunk of chunks) {
    if (received === 0 && isWebPage(chunk)) return false;
    await file.appendFile(chunk);
    received += chunk.length;
    if (received >= HEAD_BYTES) break;
  }
  if (total !== null && total > received) await file.truncate(total);
  return true;
}
