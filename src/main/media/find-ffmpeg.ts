import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../errors.ts';

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
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const candidates = [await packagedFfmpeg(), ...folders.map((folder) => path.join(folder, name))];
  for (const candidate of candidates) {
    if (candidate !== null && (await isExecutable(candidate))) return candidate;
  }
  throw new AppError('ffmpeg_missing');
}

/** ffmpeg-static is optional, and its download may have failed. */
async function packagedFfmpeg(): Promise<string | null> {
  const packageName: string = 'ffmpeg-static';
  const loaded: unknown = await import(packageName).catch(() => null);
  if (typeof loaded !== 'object' || loaded === null || !('default' in loaded)) return null;
  return typeof loaded.default === 'string' ? loaded.default : null;
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
