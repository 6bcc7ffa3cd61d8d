/** One run of yt-dlp, with the proxy as its only network access and an empty home folder. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ErrorCode } from '../../../shared/error-catalogue.ts';
import type { CookieBrowser } from '../../../shared/settings.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { findOnPath, isExecutable } from '../../processes/find-on-path.ts';
import { askVersion, runChild } from '../../processes/run-program.ts';
import { createWatchdog, type SpeedFloor, watchSpeed } from '../../processes/watchdog.ts';
import { startEgressProxy } from '../guard/egress-proxy.ts';
import type { CheckedUrl, UrlGuard } from '../guard/url-guard.ts';
import { commonArguments, solvesRiddles, type YtDlpVersion } from './arguments.ts';
import { createWarningReader } from './warnings.ts';

/** Includes the JavaScript runtime that it starts for some platforms. */
const YT_DLP_MEMORY_BYTES = 2 * 2 ** 30;

export type YtDlpProgram = { file: string; version: YtDlpVersion };

export type RunLimits = {
  maxBytes: number;
  /** No output and no traffic for this long is a failure. */
  idleTimeoutMs: number;
  /** Slower downloads fail with `source_too_slow`; null if little is to be received. */
  speedFloor: SpeedFloor | null;
  /** Limit for the whole run, then `source_too_slow`. */
  totalTimeoutMs: number;
};

export type YtDlpRun = {
  program: YtDlpProgram;
  /** The arguments of this run, after those of every run. */
  args: readonly string[];
  page: CheckedUrl;
  guard: UrlGuard;
  cookiesFrom: CookieBrowser | null;
  /** Used by this run only; it may hold files of an earlier run. */
  folder: string;
  clock: Clock;
  signal: AbortSignal;
  limits: RunLimits;
  /** An exception ends the run. */
  onLine: (line: string) => void;
  /** Called once it has ended on its own, with its warnings: one line each, fit to be logged. */
  onWarnings?: (warnings: readonly string[]) => void;
};

type YtDlpResult = { stderr: string; refusals: ReadonlySet<ErrorCode> };

/**
 * Runs yt-dlp to its end. The user name and password in the page's address are not passed on.
 *
 * @throws AppError `yt_dlp_missing`, `yt_dlp_crashed` when something killed it, `source_timeout`, `source_too_slow`,
 *   `source_too_large`; what `onLine` throws; the signal's reason
 */
export async function runYtDlp(run: YtDlpRun): Promise<YtDlpResult> {
  const { program, page, clock, limits, cookiesFrom } = run;
  const runtime = await findRuntime(run);
  const home = path.join(run.folder, 'home');
  using idle = createWatchdog({
    clock,
    idleMs: limits.idleTimeoutMs,
    reason: () => new AppError('source_timeout'),
  });
  using total = createWatchdog({
    clock,
    idleMs: limits.totalTimeoutMs,
    reason: () => new AppError('source_too_slow'),
  });
  using speed = watchSpeed({ clock, floor: limits.speedFloor });
  const { read, warnings } = createWarningReader();
  await mkdir(home, { recursive: true, mode: 0o700 });
  const proxy = await startEgressProxy({
    guard: run.guard,
    page,
    maxBytes: limits.maxBytes,
    onTraffic: (bytes) => {
      idle.touch();
      speed.add(bytes);
    },
  });
  try {
    const { stderr, exitCode } = await runChild({
      file: program.file,
      args: [
        ...commonArguments(program.version, { emptyFolder: home, cookiesFrom, runtime }),
        ...run.args,
      ],
      env: environment(home, proxy.url, cookiesFrom !== null),
      cwd: run.folder,
      input: `${page.url.href}\n`,
      memoryBytes: YT_DLP_MEMORY_BYTES,
      missing: 'yt_dlp_missing',
      signal: AbortSignal.any([run.signal, idle.signal, total.signal, speed.signal]),
      onStdoutLine: (line) => {
        idle.touch();
        run.onLine(line);
      },
      onStderrLine: read,
    });
    if (warnings.length > 0) run.onWarnings?.(warnings);
    if (exitCode === null) throw new AppError('yt_dlp_crashed');
    return { stderr, refusals: proxy.refusals };
  } finally {
    await proxy.close();
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * What solves JavaScript challenges, as yt-dlp takes it: the Deno that came with the desktop app, which cannot act as
 * Node (its fuse `runAsNode` is off), else the Node that runs this code or is on the PATH. Null if there is none that
 * yt-dlp takes; it finds a Deno on the PATH by itself.
 */
async function findRuntime({ clock, signal }: Pick<YtDlpRun, 'clock' | 'signal'>) {
  const deno = process.env['STENO_DENO'];
  if (deno && (await isExecutable(deno))) return `deno:${deno}`;
  if (process.versions['electron'] === undefined) {
    return solvesRiddles(process.versions.node) ? `node:${process.execPath}` : null;
  }
  const file = await findOnPath('node', process.env);
  if (file === null) return null;
  const program = { file, args: ['--version'], memoryBytes: YT_DLP_MEMORY_BYTES, signal };
  const version = await askVersion(
    { ...program, missing: 'js_runtime_missing' },
    { version: /^v(\d+\.\d+)/, clock },
  ).catch(() => '0');
  signal.throwIfAborted();
  return solvesRiddles(version) ? `node:${file}` : null;
}

/** A browser's cookie store is found through the real home folder, which is passed only when cookies are wanted. */
function environment(home: string, proxy: string, realHome: boolean): Record<string, string> {
  const folders = ['HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'XDG_CONFIG_HOME'];
  const homes = folders.flatMap((name) => {
    const value = realHome ? process.env[name] : home;
    return value === undefined ? [] : [[name, value] as const];
  });
  const proxies = ['http_proxy', 'https_proxy', 'ftp_proxy', 'all_proxy'];
  return {
    ...Object.fromEntries(homes),
    ...Object.fromEntries(proxies.map((name) => [name, proxy])),
    ...Object.fromEntries(['TMPDIR', 'TMP', 'TEMP'].map((name) => [name, home])),
    XDG_CACHE_HOME: home,
    YTDLP_NO_PLUGINS: '1',
  };
}

/** Asks a program for its version. @throws AppError `yt_dlp_missing` if it is not a yt-dlp that runs here */
export function askYtDlpVersion(
  file: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<YtDlpVersion> {
  const args = ['--ignore-config', '--version'];
  return askVersion(
    { file, args, memoryBytes: YT_DLP_MEMORY_BYTES, missing: 'yt_dlp_missing', signal },
    { version: /^\d{4}\.\d{2}\.\d{2}(?:\.\d+)?/, clock },
  );
}
