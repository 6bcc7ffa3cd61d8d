import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The environment the core is configured from. In the packaged app the models, the engine and ffmpeg lie beside the
 * archive: programs cannot be started, nor weights mapped, from inside it.
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

/** The icon of the tray. */
export function iconFile(resourcesDir: string): string {
  return join(resourcesDir, 'icons', 'icon.png');
}

/** The built preload script; `mainDir` is the folder of the built `index.js`. */
export function preloadFile(mainDir: string): string {
  return join(mainDir, '..', 'preload', 'index.cjs');
}
