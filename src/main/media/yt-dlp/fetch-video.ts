/** Fetches the recording of a page or platform with yt-dlp. */
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import { FREE_DISK_FLOOR, requireFreeDisk } from '../../core/disk-space.ts';
import { AppError } from '../../core/errors.ts';
import { RECORDING_FLOOR } from '../../processes/watchdog.ts';
import type { FetchProgress } from '../download/fetch-media.ts';
import { downloadArguments, PROGRESS_LINE, VIDEO_LINE } from './arguments.ts';
import { causeOfFailure } from './failure-causes.ts';
import { type RunLimits, runYtDlp, type YtDlpRun } from './run-yt-dlp.ts';
import { readProgress, readVideo, type VideoFacts } from './video-report.ts';

/** Platforms send slowly and pause, hence the long timeouts. */
const VIDEO_LIMITS: RunLimits = {
  maxBytes: 20_000_000_000,
  idleTimeoutMs: 120_000,
  speedFloor: RECORDING_FLOOR,
  totalTimeoutMs: 24 * 3_600_000,
};

export type VideoOptions = Omit<YtDlpRun, 'args' | 'onLine' | 'folder' | 'limits'> & {
  /** The finished file; until then yt-dlp works in `<destination>.yt-dlp`, where a later call resumes. */
  destination: string;
  limits?: RunLimits;
  onProgress?: (progress: FetchProgress) => void;
  /** Called before the second attempt. */
  onRetry?: () => Promise<void>;
  /** Delay before the second attempt. */
  retryDelayMs?: number;
};

const RETRY_DELAY_MS = 4000;
/** Errors that may be transient; yt-dlp itself retries three times, but not after its extractor has failed. */
const RETRIED: ReadonlySet<ErrorCode> = new Set([
  'source_unreachable',
  'source_failed',
  'source_incomplete',
  'yt_dlp_crashed',
]);

/**
 * Downloads the best audio of the single recording behind `page`; a transient failure is retried once and resumes.
 *
 * @throws AppError `source_*`, `extractor_*`, `cookies_unavailable`, `blocked_address`, `yt_dlp_missing`,
 * `yt_dlp_crashed`,
 *   `disk_full`; the signal's reason when aborted
 */
export async function fetchVideo(options: VideoOptions): Promise<VideoFacts> {
  const { clock, signal, retryDelayMs = RETRY_DELAY_MS } = options;
  try {
    return await fetchOnce(options);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError && RETRIED.has(error.code))) throw error;
    await options.onRetry?.();
    await clock.sleep(retryDelayMs, signal);
    return fetchOnce(options);
  }
}

async function fetchOnce(options: VideoOptions): Promise<VideoFacts> {
  const { destination, signal, limits = VIDEO_LIMITS, onProgress, ...run } = options;
  const folder = `${destination}.yt-dlp`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireFreeDisk(destination, 0, FREE_DISK_FLOOR);
  const disk = watchDisk(folder);
  let facts: VideoFacts | null = null;
  try {
    const { stderr, refusals } = await runYtDlp({
      ...run,
      folder,
      limits,
      args: downloadArguments(limits.maxBytes),
      signal: AbortSignal.any([signal, disk.full]),
      onLine: (line) => {
        if (line.startsWith(VIDEO_LINE)) facts = readAccepted(line.slice(VIDEO_LINE.length));
        if (!line.startsWith(PROGRESS_LINE)) return;
        disk.check();
        onProgress?.(readProgress(line.slice(PROGRESS_LINE.length)));
      },
    });
    const file = await finishedFile(folder);
    // yt-dlp reports no error in one case: a recording larger than `--max-filesize`.
    if (file === null && facts !== null && !stderr.includes('ERROR:') && refusals.size === 0) {
      throw new AppError('source_too_large');
    }
    if (file === null || facts === null) throw new AppError(causeOfFailure(stderr, refusals));
    await rename(file, destination);
    await rm(folder, { recursive: true, force: true });
    return facts;
  } catch (error) {
    const resumable = signal.aborted || (error instanceof AppError && error.retryable);
    if (!resumable) await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** @throws AppError before the download starts, for a recording that must not be fetched */
function readAccepted(json: string): VideoFacts {
  const facts = readVideo(json);
  if (facts.isPlaylist) throw new AppError('source_is_playlist');
  if (facts.isLive) throw new AppError('source_is_live');
  return facts;
}

/** yt-dlp was told the file's name, so its own report of the name is not needed. */
async function finishedFile(folder: string): Promise<string | null> {
  const names = await readdir(folder);
  const name = names.find((candidate) => /^media\.[a-z0-9]{1,10}$/i.test(candidate));
  if (name === undefined || /\.(?:part|ytdl)$/i.test(name)) return null;
  const file = path.join(folder, name);
  return (await lstat(file)).isFile() ? file : null;
}

/** Stops the run when other programs have filled the disk. */
function watchDisk(folder: string) {
  const full = new AbortController();
  return {
    full: full.signal,
    check: () => {
      requireFreeDisk(folder, 0, FREE_DISK_FLOOR).catch((error: unknown) => full.abort(error));
    },
  };
}
