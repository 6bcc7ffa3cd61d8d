import type { YtDlpStatus } from '../../shared/yt-dlp.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createLocalYtDlp } from '../local-yt-dlp.ts';

export async function showYtDlp(config: Config): Promise<void> {
  print(await open(config).status(untilInterrupted()));
}

export async function updateYtDlp(config: Config): Promise<void> {
  const signal = untilInterrupted();
  const before = await open(config).status(signal);
  const now = await open(config).update(signal);
  if (now.version === before.version) process.stderr.write('This is the newest already.\n');
  print(now);
}

export async function revertYtDlp(config: Config): Promise<void> {
  print(await open(config).revert(untilInterrupted()));
}

/** The service reads the same folder anew for each recording, so it need not be told. */
function open(config: Config) {
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

function untilInterrupted(): AbortSignal {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort(new Error('Stopped.')));
  return interrupt.signal;
}
