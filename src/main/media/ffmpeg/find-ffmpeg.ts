import { AppError, isShortage } from '../../errors.ts';
import { findOnPath, isExecutable } from '../find-program.ts';

/**
 * The ffmpeg to use: `STENO_FFMPEG`, then the one that came with the ffmpeg-static package, then the first on PATH.
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
  const packaged = await packagedFfmpeg();
  if (packaged !== null && (await isExecutable(packaged))) return packaged;
  const found = await findOnPath('ffmpeg', env);
  if (found === null) throw new AppError('ffmpeg_missing');
  return found;
}

/** ffmpeg-static is optional, and its download may have failed. */
async function packagedFfmpeg(): Promise<string | null> {
  const packageName: string = 'ffmpeg-static';
  const loaded: unknown = await import(packageName).catch((error: unknown) => {
    if (isShortage(error)) throw error;
    return null;
  });
  if (typeof loaded !== 'object' || loaded === null || !('default' in loaded)) return null;
  return typeof loaded.default === 'string' ? loaded.default : null;
}
