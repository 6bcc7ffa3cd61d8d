import { join } from 'node:path';

/**
 * The environment the core is configured from. In the packaged app the models and the engine lie beside the
 * archive: programs cannot be started, nor weights mapped, from inside it.
 */
export function coreEnvironment(
  env: NodeJS.ProcessEnv,
  { isPackaged, resourcesPath }: { isPackaged: boolean; resourcesPath: string },
): NodeJS.ProcessEnv {
  if (!isPackaged) return env;
  return { STENO_RESOURCES: join(resourcesPath, 'resources'), ...env };
}

/** The built preload script; `mainDir` is the folder of the built `index.js`. */
export function preloadFile(mainDir: string): string {
  return join(mainDir, '..', 'preload', 'index.cjs');
}
