import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { isShortage } from '../../core/system-errors.ts';
import { findAllOnPath, isExecutable } from '../../processes/find-on-path.ts';
import { askVersion, runChild } from '../../processes/run-program.ts';
import { FFMPEG_MEMORY_BYTES } from './ffmpeg-memory.ts';

/**
 * Finds ffmpeg: `STENO_FFMPEG`, then the ffmpeg-static package's, then the first on PATH.
 *
 * @throws AppError `ffmpeg_missing`
 */
export async function findFfmpeg(options: { env: NodeJS.ProcessEnv }): Promise<string> {
  const { env } = options;
  const chosen = env['STENO_FFMPEG'];
  if (chosen) {
    if (await isExecutable(chosen)) return chosen;
    throw new AppError('ffmpeg_missing');
  }
  for await (const found of findAllFfmpegs(options)) return found;
  throw new AppError('ffmpeg_missing');
}

/** Every ffmpeg that is found without `STENO_FFMPEG`, in the order in which they are preferred. */
export async function* findAllFfmpegs({ env }: { env: NodeJS.ProcessEnv }): AsyncGenerator<string> {
  const packaged = await packagedFfmpeg();
  if (packaged !== null && (await isExecutable(packaged))) yield packaged;
  yield* findAllOnPath('ffmpeg', env);
}

/** ffmpeg-static is an optional dependency, and its download may have failed. */
async function packagedFfmpeg(): Promise<string | null> {
  const packageName: string = 'ffmpeg-static';
  const loaded: unknown = await import(packageName).catch((error: unknown) => {
    if (isShortage(error)) throw error;
    return null;
  });
  if (typeof loaded !== 'object' || loaded === null || !('default' in loaded)) return null;
  return typeof loaded.default === 'string' ? loaded.default : null;
}

/** The version an ffmpeg reports, such as `5.1.9-0+deb12u1`. @throws ffmpeg_missing if it does not run here */
export function askFfmpegVersion(
  file: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<string> {
  const memoryBytes = FFMPEG_MEMORY_BYTES;
  return askVersion(
    { file, args: ['-version'], memoryBytes, missing: 'ffmpeg_missing', signal },
    { version: /^ffmpeg version (\S+)/, clock },
  );
}

/** Whether what an ffmpeg tells of itself, such as its `-filters`, has a line like this. @throws ffmpeg_missing */
export async function ffmpegTells(
  { ffmpeg, signal }: { ffmpeg: string; signal: AbortSignal },
  args: readonly string[],
  line: RegExp,
): Promise<boolean> {
  let found = false;
  await runChild({
    ...{ file: ffmpeg, args: ['-hide_banner', ...args], memoryBytes: FFMPEG_MEMORY_BYTES },
    ...{ missing: 'ffmpeg_missing', signal },
    onStdoutLine: (text) => {
      found ||= line.test(text);
    },
  });
  return found;
}
