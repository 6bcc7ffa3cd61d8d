import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { runChild } from '../process.ts';
import { createWatchdog } from '../watchdog.ts';
import type { YtDlpVersion } from './arguments.ts';
import { YT_DLP_MEMORY_BYTES } from './run.ts';

const TIMEOUT_MS = 60_000;

/** Asks a program for its version. @throws AppError `yt_dlp_missing` when it is no yt-dlp that runs here */
export async function askVersion(
  file: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<YtDlpVersion> {
  const missing = () => new AppError('yt_dlp_missing');
  const late = createWatchdog({ clock, idleMs: TIMEOUT_MS, reason: missing });
  let version: string | undefined;
  try {
    await runChild({
      file,
      args: ['--ignore-config', '--version'],
      memoryBytes: YT_DLP_MEMORY_BYTES,
      missing: 'yt_dlp_missing',
      signal: AbortSignal.any([signal, late.signal]),
      onStdoutLine: (line) => {
        version ??= /^\d{4}\.\d{2}\.\d{2}(?:\.\d+)?/.exec(line)?.[0];
      },
    });
  } finally {
    late.stop();
  }
  if (version === undefined) throw missing();
  return version;
}
