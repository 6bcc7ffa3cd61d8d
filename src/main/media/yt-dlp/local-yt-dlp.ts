import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { createYtDlpStore, type YtDlpStore } from './yt-dlp-store.ts';

/** The yt-dlp of this data folder; the service and the command line both work on these files. */
export function createLocalYtDlp(
  config: Config,
  { ownPort, clock }: { ownPort: () => number | null; clock: Clock },
): YtDlpStore {
  return createYtDlpStore({
    folder: join(config.dataDir, 'yt-dlp'),
    baseUrl: config.ytDlpUrl,
    ownPort,
    env: process.env,
    clock,
  });
}
