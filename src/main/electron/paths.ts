import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The environment that configures the core. In the packaged app the models, the engine and ffmpeg are beside the
 * archive, because programs cannot be started, nor weights memory-mapped, from inside it.
 */
export function coreEnvironment(
  env: NodeJS.ProcessEnv,
  { isPackaged, resourcesPath }: { isPackaged: boolean; resourcesPath: string },
): NodeJS.ProcessEnv {
  if (!isPackaged) return env;
  const resources = join(resourcesPath, 'resources');
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const ffmpeg = join(resources, 'bin', `${process.platform}-${process.arch}`, name);
  return {
    STENO_RESOURCES: resources,
    ...(existsSync(ffmpeg) && { STENO_FFMPEG: ffmpeg }),
    ...env,
  };
}

/** The tray icon's file. */
export function iconFile(resourcesDir: string): string {
  return join(resourcesDir, 'icons', 'icon.png');
}

/** The built preload script; `mainDir` is the folder of the built `index.js`. */
export function preloadFile(mainDir: string): string {
  return join(mainDir, '..', 'preload', 'index.cjs');
}
