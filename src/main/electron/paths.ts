import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The environment that configures the core. In the packaged app the models, the engine, ffmpeg and Deno are beside the
 * archive, because programs cannot be started, nor weights memory-mapped, from inside it. What a person set stays.
 */
export function coreEnvironment(
  env: NodeJS.ProcessEnv,
  { isPackaged, resourcesPath }: { isPackaged: boolean; resourcesPath: string },
): NodeJS.ProcessEnv {
  if (!isPackaged) return env;
  const resources = join(resourcesPath, 'resources');
  const beside = (name: string) => {
    const program = process.platform === 'win32' ? `${name}.exe` : name;
    return join(resources, 'bin', `${process.platform}-${process.arch}`, program);
  };
  const programs = { STENO_FFMPEG: beside('ffmpeg'), STENO_DENO: beside('deno') };
  const brought = Object.entries(programs).filter(([, file]) => existsSync(file));
  return { STENO_RESOURCES: resources, ...Object.fromEntries(brought), ...env };
}

export function iconFile(resourcesDir: string): string {
  return join(resourcesDir, 'icons', 'icon.png');
}

/** The built preload script; `mainDir` is the folder of the built `index.js`. */
export function preloadFile(mainDir: string): string {
  return join(mainDir, '..', 'preload', 'index.cjs');
}
