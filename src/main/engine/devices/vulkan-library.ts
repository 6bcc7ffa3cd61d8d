/**
 * The library that models are computed on graphics cards with. It may be built while a service from source runs
 * (scripts/engine/vulkan-library.mjs), and is used from then on.
 */
import { existsSync, readFileSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

const LIBRARY = process.platform === 'win32' ? 'steno-vulkan.dll' : 'libsteno-vulkan.so';
/** Holds the number of the process that builds the library. */
const MARK = 'steno-vulkan.building';

/** `absent` also for the engines of macOS, whose Metal is part of them. */
type LibraryState = 'absent' | 'building' | 'present';

/** What there is beside the engine. */
export function vulkanLibraryState(engineFile: string): LibraryState {
  const folder = dirname(engineFile);
  if (existsSync(join(folder, LIBRARY))) return 'present';
  return isRunning(join(folder, MARK)) ? 'building' : 'absent';
}

/** What becomes of a card that waits for the library, for a person. */
export function aboutWaitingCard(name: string, engineFile: string): string {
  return vulkanLibraryState(engineFile) === 'building'
    ? `${name}: what it needs is being built in the background.`
    : `${name} is not used: what it needs is not built. "npm run setup" builds it.`;
}

/** Calls `onChange` with each new state until the library is there, which needs no more watching. */
export function watchVulkanLibrary(
  engineFile: string,
  { signal, onChange }: { signal: AbortSignal; onChange: (state: LibraryState) => void },
): void {
  let state = vulkanLibraryState(engineFile);
  if (state === 'present' || process.platform === 'darwin') return;
  try {
    const watcher = watch(dirname(engineFile), { persistent: false, signal }, () => {
      const now = vulkanLibraryState(engineFile);
      if (now === state) return;
      state = now;
      if (now === 'present') watcher.close();
      onChange(now);
    });
    // Then the library is found at the next start.
    watcher.on('error', () => watcher.close());
  } catch {
    // As above: a folder that cannot be watched.
  }
}

function isRunning(mark: string): boolean {
  try {
    const pid = Number.parseInt(readFileSync(mark, 'utf8'), 10);
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
