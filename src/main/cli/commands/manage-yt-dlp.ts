import type { YtDlpStatus } from '../../../shared/sources/yt-dlp.ts';
import { systemClock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { createLocalYtDlp } from '../../media/yt-dlp/yt-dlp-store.ts';
import { claimFolder } from '../../repositories/folder/data-folder.ts';
import { interruptible } from '../interruptible.ts';

export async function showYtDlp(config: Config): Promise<void> {
  print(await interruptible((signal) => open(config).status(signal)));
}

export async function updateYtDlp(config: Config): Promise<void> {
  await interruptible(async (signal) => {
    const before = await open(config).status(signal);
    const now = await open(config).update(signal);
    if (now.version === before.version) process.stderr.write('This is the newest already.\n');
    print(now);
  });
}

/** `steno yt-dlp revert`: switches back to the previous release. */
export async function revertYtDlp(config: Config): Promise<void> {
  print(await interruptible((signal) => open(config).revert(signal)));
}

/** The service reads the same folder for each recording, so it need not be notified. */
function open(config: Config) {
  claimFolder(config.dataDir);
  return createLocalYtDlp(config, { ownPort: () => null, clock: systemClock });
}

const ORIGINS = {
  managed: 'kept by Steno',
  path: 'found on the PATH',
  chosen: 'named by STENO_YT_DLP',
};

function print({ version, origin, previous_version }: YtDlpStatus): void {
  if (version === null || origin === null) {
    process.stdout.write('There is no yt-dlp. "steno yt-dlp update" gets one.\n');
    return;
  }
  process.stdout.write(`yt-dlp ${version}, ${ORIGINS[origin]}\n`);
  if (previous_version !== null) {
    process.stdout.write(`"steno yt-dlp revert" goes back to ${previous_version}\n`);
  }
}
