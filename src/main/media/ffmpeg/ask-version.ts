import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { runChild } from '../process.ts';
import { createWatchdog } from '../watchdog.ts';
import { FFMPEG_MEMORY_BYTES } from './ffmpeg-memory.ts';

const TIMEOUT_MS = 20_000;

/** What an ffmpeg says of itself, such as `5.1.9-0+deb12u1`. @throws ffmpeg_missing when it is none that runs here */
export async function askFfmpegVersion(file: string, clock: Clock): Promise<string> {
  const missing = () => new AppError('ffmpeg_missing');
  const late = createWatchdog({ clock, idleMs: TIMEOUT_MS, reason: missing });
  let version: string | undefined;
  try {
    await runChild({
      file,
      args: ['-version'],
      memoryBytes: FFMPEG_MEMORY_BYTES,
      missing: 'ffmpeg_missing',
      signal: late.signal,
      onStdoutLine: (line) => {
        version ??= /^ffmpeg version (\S+)/.exec(line)?.[1];
      },
    });
  } finally {
    late.stop();
  }
  if (version === undefined) throw missing();
  return version;
}
