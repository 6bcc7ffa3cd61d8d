/** Downloads the newest yt-dlp and accepts it only with the SHA-256 that its release publishes. */
import { chmod, mkdtempDisposable, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { sha256OfFile } from '../../core/file-digest.ts';
import { FETCH_LIMITS, type FetchProgress, fetchMedia } from '../download/fetch-media.ts';
import type { UrlGuard } from '../guard/url-guard.ts';
import type { Release, ReleaseFolder } from './releases.ts';
import { askYtDlpVersion } from './run-yt-dlp.ts';

/** The file with the SHA-256 of all others. */
const SUMS = 'SHA2-256SUMS';
const MAX_SUMS_BYTES = 1_000_000;
const MAX_PROGRAM_BYTES = 300_000_000;

type DownloadOptions = {
  /** An https address with the release's files below it. */
  baseUrl: string;
  /** The file name for this machine, see `assetName`. */
  asset: string;
  folder: string;
  releases: ReleaseFolder;
  guard: UrlGuard;
  clock: Clock;
  signal: AbortSignal;
  /** Of the program itself. */
  onProgress: (progress: FetchProgress) => void;
};

/**
 * Installs the newest release; does nothing if it is already in use.
 *
 * @throws AppError of the download, `yt_dlp_tampered`, `yt_dlp_missing` when it does not run here. The release in use
 *   then stays in use.
 */
export async function updateRelease(options: DownloadOptions): Promise<void> {
  const { releases, asset } = options;
  await using work = await mkdtempDisposable(path.join(options.folder, 'download-'));
  const sums = await fetchTo(path.join(work.path, 'sums'), SUMS, MAX_SUMS_BYTES, options);
  const sha256 = findSum(await readFile(sums, 'utf8'), asset);
  if ((await releases.read())?.current.sha256 === sha256) return;
  const program = await fetchTo(path.join(work.path, asset), asset, MAX_PROGRAM_BYTES, options);
  if ((await sha256OfFile(program)) !== sha256) throw new AppError('yt_dlp_tampered');
  await chmod(program, 0o700);
  const version = await askYtDlpVersion(program, options);
  const release: Release = { version, sha256 };
  await rename(program, await releases.newPlace(release));
  await releases.use(release);
}

async function fetchTo(
  destination: string,
  name: string,
  maxBytes: number,
  { baseUrl, guard, clock, signal, onProgress }: DownloadOptions,
): Promise<string> {
  const url = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/${name}`;
  const limits = { ...FETCH_LIMITS, maxBytes };
  // No retries, so that a machine without a connection falls back at once to the release it has.
  const { path: file } = await fetchMedia({
    url,
    destination,
    guard,
    clock,
    signal,
    limits,
    retryDelaysMs: [],
    onProgress: (progress) => {
      if (name !== SUMS) onProgress(progress);
    },
  });
  return file;
}

/** Finds a line of `SHA2-256SUMS`: the sum, two spaces, the name. */
function findSum(sums: string, asset: string): string {
  const line = sums.split('\n').find((candidate) => candidate.trim().endsWith(`  ${asset}`));
  const sum = line === undefined ? undefined : /^[0-9a-f]{64}(?= {2})/i.exec(line.trim())?.[0];
  if (sum === undefined) throw new AppError('yt_dlp_tampered');
  return sum.toLowerCase();
}

/** The release's file for a machine; the one that needs Python when there is no binary. */
export function assetName(machine: { platform: string; arch: string; musl: boolean }): string {
  const { platform, arch, musl } = machine;
  if (platform === 'darwin') return 'yt-dlp_macos';
  if (platform === 'win32') return WINDOWS[arch] ?? 'yt-dlp.exe';
  const linux = `yt-dlp_${musl ? 'musllinux' : 'linux'}`;
  if (platform === 'linux' && arch === 'x64') return linux;
  if (platform === 'linux' && arch === 'arm64') return `${linux}_aarch64`;
  return 'yt-dlp';
}

const WINDOWS: Readonly<Record<string, string>> = {
  ia32: 'yt-dlp_x86.exe',
  arm64: 'yt-dlp_arm64.exe',
};
