/** Decides which yt-dlp is used and keeps it up to date. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { YtDlpStatus } from '../../../shared/sources/yt-dlp.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { findOnPath, isExecutable } from '../ffmpeg/find-ffmpeg.ts';
import { createUrlGuard } from '../guard/url-guard.ts';
import type { EgressPolicy } from '../guard/url-policy.ts';
import { assetName, updateRelease } from './download-release.ts';
import { createReleaseFolder } from './releases.ts';
import { askYtDlpVersion, type YtDlpProgram } from './run.ts';

/** After a failed first download, jobs do not retry for this long. */
const REST_MS = 3_600_000;

/** The checksum comes over the same connection as the download, so that connection must be authenticated. */
const RELEASE_POLICY: EgressPolicy = {
  http: 'never',
  credentials: false,
  privateOnlyIfNamed: true,
};

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

type Found = YtDlpProgram & { origin: NonNullable<YtDlpStatus['origin']> };

export function createYtDlpStore({
  folder,
  baseUrl,
  ownPort,
  env,
  clock,
}: {
  folder: string;
  /** Where releases are published; `null` when downloads are not allowed. */
  baseUrl: string | null;
  ownPort: () => number | null;
  env: NodeJS.ProcessEnv;
  clock: Clock;
}): YtDlpStore {
  const releases = createReleaseFolder(folder);
  const guard = createUrlGuard({ policy: RELEASE_POLICY, allowPrivate: true, ownPort });
  const versions = new Map<string, string>();
  let updating: Promise<void> | null = null;
  let restUntil = 0;

  const withVersion = async (file: string, origin: Found['origin'], signal: AbortSignal) => {
    const version = versions.get(file) ?? (await askYtDlpVersion(file, { clock, signal }));
    versions.set(file, version);
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

  /** Concurrent callers share one download. */
  const download = (signal: AbortSignal): Promise<void> => {
    if (baseUrl === null) {
      throw new AppError('wrong_state', { message: 'Downloads of yt-dlp are switched off.' });
    }
    const asset = assetName({ ...process, musl: isMusl() });
    const run = async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await updateRelease({ baseUrl, asset, folder, releases, guard, clock, signal });
    };
    updating ??= run().finally(() => {
      updating = null;
    });
    return updating;
  };

  const status = async (signal: AbortSignal): Promise<YtDlpStatus> => {
    const found = await present(signal).catch(() => null);
    const kept = await releases.read();
    return {
      version: found?.version ?? null,
      origin: found?.origin ?? null,
      previous_version: kept?.previous?.version ?? null,
      updatable: baseUrl !== null,
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
      if (found === null) throw new AppError('yt_dlp_missing');
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

/** Node reports its C library; only glibc has a version there. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report: unknown = process.report.getReport();
  return !JSON.stringify(report).includes('"glibcVersionRuntime"');
}

/** The yt-dlp of this data folder; the service and the command line share these files. */
export function createLocalYtDlp(
  config: Config,
  { ownPort, clock }: { ownPort: () => number | null; clock: Clock },
): YtDlpStore {
  return createYtDlpStore({
    folder: join(config.dataDir, 'yt-dlp'),
    baseUrl: config.ytDlpUrl,
    ownPort,
    env: process.env,
    clock,
  });
}
