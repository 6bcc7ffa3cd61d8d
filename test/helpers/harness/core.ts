import { type Clock, systemClock } from '../../../src/main/core/clock.ts';
import { type Config, loadConfig } from '../../../src/main/core/config.ts';
import { createFolderWatch, type FolderWatch } from '../../../src/main/core/data-folder-watch.ts';
import { createLogger } from '../../../src/main/core/logger.ts';
import { createCore } from '../../../src/main/core.ts';
import { createFakeClock } from './fake-clock.ts';

/** A data folder that is never away. */
export const folderInPlace = (dataDir: string): FolderWatch =>
  createFolderWatch({
    dataDir,
    mark: () => null,
    clock: systemClock,
    logger: createLogger('silent'),
    onChange: () => {},
  });

/** What parts stand on, on a data folder of the test's, with its database open and nothing running. */
export function openCore(
  dataDir: string,
  { clock = createFakeClock(), ...overrides }: { clock?: Clock } & Partial<Config> = {},
) {
  const config = { ...loadConfig({ port: 1, dataDir }, {}), ...overrides };
  const control = createCore(config, { clock, logger: createLogger('silent') });
  // SQLite is open at once.
  void control.open();
  return { core: control.core, stop: control.stop };
}
