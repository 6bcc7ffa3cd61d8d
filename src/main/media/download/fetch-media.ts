/** Downloads a recording: guarded, bounded, resumable. */
import type { FileHandle } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import type { Clock } from '../../core/clock.ts';
import { FREE_DISK_FLOOR, requireFreeDisk } from '../../core/disk-space.ts';
import { AppError } from '../../core/errors.ts';
import { exactly } from '../../core/limited-bytes.ts';
import { toAppError } from '../../core/system-errors.ts';
import {
  createWatchdog,
  RECORDING_FLOOR,
  type SpeedFloor,
  type SpeedWatch,
  type Watchdog,
  watchSpeed,
} from '../../processes/watchdog.ts';
import type { UrlGuard } from '../guard/url-guard.ts';
import { createPartialFile, type PartialFile } from './partial-file.ts';
import { bodyOf } from './source-body.ts';
import { openSource, type Source } from './source-request.ts';
import {
  createWebPageSniffer,
  planBody,
  resumeHeaders,
  suggestName,
  validatorOf,
} from './source-response.ts';

export type FetchLimits = {
  maxBytes: number;
  /** Less than 4 KiB in this time counts as no progress. */
  idleTimeoutMs: number;
  /** Slower downloads fail with `source_too_slow`; null for no minimum speed. */
  speedFloor: SpeedFloor | null;
  /** Limit for one whole attempt, then `source_too_slow`: a live stream never ends. */
  totalTimeoutMs: number;
  freeDiskFloor: number;
};

/** Limits on what a server may demand of us. */
export const FETCH_LIMITS: FetchLimits = {
  maxBytes: 20_000_000_000,
  idleTimeoutMs: 60_000,
  speedFloor: RECORDING_FLOOR,
  totalTimeoutMs: 24 * 3_600_000,
  freeDiskFloor: FREE_DISK_FLOOR,
};

export type FetchProgress = { receivedBytes: number; totalBytes: number | null };

export type FetchOptions = {
  url: string;
  /** The finished file; until then `.part` and `.part.json` beside it. */
  destination: string;
  guard: UrlGuard;
  clock: Clock;
  signal: AbortSignal;
  onProgress?: (progress: FetchProgress) => void;
  /** Called before each further attempt. */
  onRetry?: () => Promise<void>;
  limits?: FetchLimits;
  /** Delay before each further attempt; three by default. */
  retryDelaysMs?: readonly number[];
};

export type FetchedMedia = {
  path: string;
  bytes: number;
  contentType: string | null;
  finalUrl: string;
  /** For display; cleaned, never empty. */
  suggestedName: string;
};

const RETRY_DELAYS_MS = [1000, 4000, 16_000];
const RETRIED: ReadonlySet<ErrorCode> = new Set([
  'source_unreachable',
  'source_timeout',
  'source_failed',
  'source_incomplete',
]);
const SIGN_OF_LIFE_BYTES = 4096;
const DISK_CHECK_BYTES = 64 * 1024 * 1024;

/**
 * Downloads `url` to `destination`. Network errors, server errors and short bodies are retried up to three times,
 * resuming where the last attempt stopped; a later call after a crash or a cancel resumes as well.
 *
 * @throws AppError `invalid_url`, `blocked_address`, `too_many_redirects`, `source_*`, `bad_encoding`, `empty_media`,
 *   `disk_full`; the signal's reason when aborted
 */
export async function fetchMedia(options: FetchOptions): Promise<FetchedMedia> {
  const partial = createPartialFile(options.destination, options.url);
  for (const delay of [...(options.retryDelaysMs ?? RETRY_DELAYS_MS), null]) {
    try {
      return await fetchOnce(options, partial);
    } catch (thrown) {
      options.signal.throwIfAborted();
      const error = toAppError(thrown);
      if (!error.retryable) await partial.discard();
      if (delay === null || !RETRIED.has(error.code)) throw error;
      await options.onRetry?.();
      await options.clock.sleep(delay, options.signal);
    }
  }
  throw new AppError('internal');
}

async function fetchOnce(options: FetchOptions, partial: PartialFile): Promise<FetchedMedia> {
  const limits = options.limits ?? FETCH_LIMITS;
  const point = await partial.resumePoint();
  const headers = resumeHeaders(point);
  await using source = await openSource({ ...options, headers });
  const { kind, total } = planBody(source, point);
  if (kind === 'restart_later') {
    await partial.discard();
    throw new AppError('source_incomplete');
  }
  const offset = kind === 'from_start' ? 0 : (point?.offset ?? 0);
  if ((total ?? 0) > limits.maxBytes) throw new AppError('source_too_large');
  const missing = Math.max(0, (total ?? 0) - offset);
  await requireFreeDisk(options.destination, missing, limits.freeDiskFloor);
  const bytes =
    kind === 'already_complete'
      ? offset
      : await receive({ source, partial, offset, total, limits, options });
  await partial.publish();
  return {
    path: options.destination,
    bytes,
    contentType: source.header('content-type'),
    finalUrl: source.finalUrl.href,
    suggestedName: suggestName(source.header('content-disposition'), source.finalUrl),
  };
}

type Reception = {
  source: Source;
  partial: PartialFile;
  offset: number;
  total: number | null;
  limits: FetchLimits;
  options: FetchOptions;
};

/** Appends the body to what is already stored and returns the size of the whole file. */
async function receive(reception: Reception): Promise<number> {
  const { source, partial, offset, limits, options } = reception;
  await using file =
    offset === 0 ? await partial.restart(validatorOf(source)) : await partial.resume();
  using idle = createWatchdog({
    clock: options.clock,
    idleMs: limits.idleTimeoutMs,
    reason: () => new AppError('source_timeout'),
  });
  using speed = watchSpeed({ clock: options.clock, floor: limits.speedFloor });
  const end = AbortSignal.any([options.signal, idle.signal, speed.signal]);
  try {
    addAbortSignal(end, source.body);
    const received = await writeBody(reception, file, { idle, speed });
    if (received === 0) throw new AppError('empty_media');
    return received;
  } catch (error) {
    end.throwIfAborted();
    throw error;
  }
}

async function writeBody(
  { source, offset, total, limits, options }: Reception,
  file: FileHandle,
  { idle, speed }: { idle: Watchdog; speed: SpeedWatch },
): Promise<number> {
  const isWebPage = createWebPageSniffer();
  const started = options.clock.mono();
  let received = offset;
  let aliveAt = offset;
  let diskCheckedAt = offset;
  const body = bodyOf(source);
  const whole = total === null ? body : exactly(body, total - offset, unlikeAnnounced);
  for await (const chunk of whole) {
    if (offset === 0 && isWebPage(chunk)) throw new AppError('source_is_web_page');
    received += chunk.length;
    speed.add(chunk.length);
    if (received > limits.maxBytes) throw new AppError('source_too_large');
    if (options.clock.mono() - started > limits.totalTimeoutMs) {
      throw new AppError('source_too_slow');
    }
    if (received - diskCheckedAt >= DISK_CHECK_BYTES) {
      await requireFreeDisk(options.destination, 0, limits.freeDiskFloor);
      diskCheckedAt = received;
    }
    await file.appendFile(chunk);
    if (received - aliveAt >= SIGN_OF_LIFE_BYTES) {
      idle.touch();
      aliveAt = received;
    }
    options.onProgress?.({ receivedBytes: received, totalBytes: total });
  }
  return received;
}

function unlikeAnnounced(came: 'more' | 'fewer'): AppError {
  if (came === 'fewer') return new AppError('source_incomplete');
  const message = 'The server sent more than it had announced.';
  return new AppError('source_too_large', { message });
}
