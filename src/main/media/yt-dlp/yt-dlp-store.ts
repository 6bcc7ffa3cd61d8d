/** Decides which yt-dlp is used and keeps it up to date. */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ERRORS, type ErrorCode } from '../../../shared/error-catalogue.ts';
import type { YtDlpStatus } from '../../../shared/sources/yt-dlp.ts';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { abortable } from '../../core/deadline.ts';
import { AppError } from '../../core/errors.ts';
import { toAppError } from '../../core/system-errors.ts';
import { findOnPath, isExecutable } from '../../processes/find-on-path.ts';
import type { FetchProgress } from '../download/fetch-media.ts';
import { createUrlGuard } from '../guard/url-guard.ts';
import type { EgressPolicy } from '../guard/url-policy.ts';
import { assetName, updateRelease } from './download-release.ts';
import { createReleaseFolder } from './releases.ts';
import { askYtDlpVersion, type YtDlpProgram } from './run-yt-dlp.ts';

/** After a failed first download, jobs do not retry for this long. */
const REST_MS = 3_600_000;
/** Often enough for a smooth progress bar. */
const REPORT_MS = 300;

/** The checksum comes over the same connection as the download, so that connection must be authenticated. */
const RELEASE_POLICY: EgressPolicy = {
  http: 'never',
  credentials: false,
  privateOnlyIfNamed: true,
};

const NO_FILE = { mtimeMs: 0, ino: 0 };

type YtDlpStore = {
  /** The yt-dlp to run; downloads one if none is stored. @throws AppError `yt_dlp_missing` */
  find(signal: AbortSignal): Promise<YtDlpProgram>;
  status(signal: AbortSignal): Promise<YtDlpStatus>;
  /**
   * Installs the newest release. @throws AppError of the download, `yt_dlp_tampered`, `wrong_state` when not allowed
   */
  update(signal: AbortSignal): Promise<YtDlpStatus>;
  /** Switches back to the previous release. @throws AppError `wrong_state` when there is none */
  revert(signal: AbortSignal): Promise<YtDlpStatus>;
};

/** A download that is under way, and how many wait for it. */
type Updating = { ended: Promise<void>; stop: AbortController; waiting: number };
type Found = YtDlpProgram & { origin: NonNullable<YtDlpStatus['origin']> };

export function createYtDlpStore({
  folder,
  baseUrl,
  ownPort,
  env,
  clock,
  onDownload = () => {},
}: {
  folder: string;
  /** Where releases are published; `null` when downloads are not allowed. */
  baseUrl: string | null;
  ownPort: () => number | null;
  env: NodeJS.ProcessEnv;
  clock: Clock;
  /** A download went on or ended. */
  onDownload?: () => void;
}): YtDlpStore {
  const releases = createReleaseFolder(folder);
  const guard = createUrlGuard({ policy: RELEASE_POLICY, allowPrivate: true, ownPort });
  const versions = new Map<string, string>();
  let updating: Updating | null = null;
  let restUntil = 0;
  let progress: YtDlpStatus['download'] = null;
  let failure: string | null = null;

  const withVersion = async (file: string, origin: Found['origin'], signal: AbortSignal) => {
    const { mtimeMs, ino } = await stat(file).catch(() => NO_FILE);
    // Another program may have taken its place, as an update does.
    const known = `${file} ${mtimeMs} ${ino}`;
    const version = versions.get(known) ?? (await askYtDlpVersion(file, { clock, signal }));
    versions.set(known, version);
    return { file, version, origin };
  };

  const chosen = async (signal: AbortSignal): Promise<Found | null> => {
    const file = env['STENO_YT_DLP'];
    return file ? withVersion(file, 'chosen', signal) : null;
  };

  const managed = async (): Promise<Found | null> => {
    const kept = await releases.read();
    if (kept === null) return null;
    const file = releases.fileOf(kept.current);
    return (await isExecutable(file))
      ? { file, version: kept.current.version, origin: 'managed' }
      : null;
  };

  const onPath = async (signal: AbortSignal): Promise<Found | null> => {
    const file = await findOnPath('yt-dlp', env);
    return file === null ? null : withVersion(file, 'path', signal);
  };

  const present = async (signal: AbortSignal): Promise<Found | null> =>
    (await chosen(signal)) ?? (await managed()) ?? (await onPath(signal));

  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = ({ receivedBytes, totalBytes }: FetchProgress): void => {
    progress = { received_bytes: receivedBytes, total_bytes: totalBytes };
    if (clock.mono() - reportedAt < REPORT_MS) return;
    reportedAt = clock.mono();
    onDownload();
  };

  /** Its progress and its failure are part of the status; that nobody waited for it is no failure. */
  const followed = async (run: () => Promise<void>, stop: AbortSignal): Promise<void> => {
    progress = { received_bytes: 0, total_bytes: null };
    failure = null;
    onDownload();
    try {
      await run();
    } catch (error) {
      stop.throwIfAborted();
      failure = explain(error);
      throw new AppError(toAppError(error).code, { message: failure, cause: error });
    } finally {
      progress = null;
      onDownload();
    }
  };

  const begin = (from: string): Updating => {
    const asset = assetName({ ...process, musl: isMusl() });
    const stop = new AbortController();
    const run = async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const where = { baseUrl: from, asset, folder, releases, guard, clock, signal: stop.signal };
      await updateRelease({ ...where, onProgress: report });
    };
    const ended = followed(run, stop.signal).finally(() => {
      updating = null;
    });
    return { ended, stop, waiting: 0 };
  };

  /** Concurrent callers share one download, which stops when none of them waits for it any more. */
  const download = async (signal: AbortSignal): Promise<void> => {
    if (baseUrl === null) {
      throw new AppError('wrong_state', { message: 'Downloads of yt-dlp are switched off.' });
    }
    while (updating?.stop.signal.aborted) await updating.ended.catch(() => {});
    signal.throwIfAborted();
    updating ??= begin(baseUrl);
    const shared = updating;
    shared.waiting++;
    try {
      await abortable(shared.ended, signal);
    } finally {
      shared.waiting--;
      if (shared.waiting === 0) {
        shared.stop.abort(signal.reason);
        await shared.ended.catch(() => {});
      }
    }
  };

  const status = async (signal: AbortSignal): Promise<YtDlpStatus> => {
    const found = await present(signal).catch(() => null);
    const kept = await releases.read();
    return {
      version: found?.version ?? null,
      origin: found?.origin ?? null,
      previous_version: kept?.previous?.version ?? null,
      updatable: baseUrl !== null,
      download: progress,
      failure,
    };
  };

  return {
    status,

    async find(signal) {
      const ready = (await chosen(signal)) ?? (await managed());
      if (ready !== null) return ready;
      if (baseUrl !== null && clock.mono() >= restUntil) {
        try {
          await download(signal);
        } catch {
          signal.throwIfAborted();
          restUntil = clock.mono() + REST_MS;
        }
      }
      const found = (await managed()) ?? (await onPath(signal));
      if (found === null) throw missing(failure);
      return found;
    },

    async update(signal) {
      await download(signal);
      return status(signal);
    },

    async revert(signal) {
      if (!(await releases.revert())) {
        throw new AppError('wrong_state', { message: 'There is no earlier yt-dlp to go back to.' });
      }
      return status(signal);
    },
  };
}

const ELSEWHERE = 'the server that yt-dlp is published on';
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  source_unreachable: `Steno could not reach ${ELSEWHERE}. Check your connection.`,
  source_timeout: `Steno waited too long for ${ELSEWHERE}. Check your connection.`,
  source_not_found: `There is no yt-dlp for this computer on ${ELSEWHERE}.`,
  source_incomplete: 'Only part of yt-dlp arrived.',
  empty_media: 'Only part of yt-dlp arrived.',
  blocked_address: `Steno does not download from the address of ${ELSEWHERE}.`,
  yt_dlp_missing: 'The downloaded yt-dlp does not run on this computer.',
};

/** Why a download failed, as a sentence. */
function explain(thrown: unknown): string {
  const { code, message } = toAppError(thrown);
  return SENTENCES[code] ?? message;
}

/** Says whether a download was tried. */
function missing(failure: string | null): AppError {
  if (failure === null) return new AppError('yt_dlp_missing');
  const message = `${ERRORS.yt_dlp_missing.message} Its download was tried and failed: ${failure}`;
  return new AppError('yt_dlp_missing', { message });
}

/** Node reports its C library; only glibc has a version there. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report: unknown = process.report.getReport();
  return !JSON.stringify(report).includes('"glibcVersionRuntime"');
}

/** The yt-dlp of this data folder; the service and the command line share these files. */
export function createLocalYtDlp(
  config: Config,
  options: { ownPort: () => number | null; clock: Clock; onDownload?: () => void },
): YtDlpStore {
  return createYtDlpStore({
    folder: join(config.dataDir, 'yt-dlp'),
    baseUrl: config.ytDlpUrl,
    env: process.env,
    ...options,
  });
}
