import { writeSync } from 'node:fs';
import { systemClock } from '../../core/clock.ts';
import { type Config, isLoopback } from '../../core/config.ts';
import { AppError } from '../../core/errors.ts';
import { createLogger, type Logger } from '../../core/logger.ts';
import { keepFilesFlowing, keepHeapSmall } from '../../processes/process-limits.ts';
import { onStopSignal } from '../../processes/stop-signals.ts';
import { hideSecrets } from '../hide-environment-secrets.ts';
import { connectToRunning } from '../with-service.ts';
import { unlessInUse } from './folder-in-use.ts';

const STDOUT = 1;
/** Putting work away and closing connections takes a second or two. */
const STOPPING_MS = 10_000;
/** How often, and how many times, it is looked whether files that are being read at the end have been. */
const [WAIT_MS, MOST_WAITS] = [50, 40];

/**
 * Runs until SIGINT, SIGTERM or SIGHUP, and shuts down in order. Prints one line of JSON on stdout once requests are
 * served. A shutdown that takes over ten seconds is aborted with exit code 1; work in progress resumes at the next
 * start.
 */
export async function serve(config: Config): Promise<void> {
  if (!config.work && config.database === null) {
    throw new AppError('invalid_request', {
      message:
        'With --no-work, name the database of the services that do the work with --database.',
    });
  }
  keepFilesFlowing();
  keepHeapSmall();
  hideSecrets(config);
  const logger = createLogger();
  const over = new AbortController();
  const asked = new Promise<void>((resolve) => {
    onStopSignal((signal) => {
      logger.info({ signal }, 'stopping');
      systemClock.sleep(STOPPING_MS, over.signal).then(
        () => breakOff(logger),
        () => {},
      );
      resolve();
    });
  });
  // Imported here and not above, so that other commands start without the core.
  const { createApp } = await import('../../app.ts');
  const app = createApp(config, { logger });
  try {
    const { url, signInUrl } = await unlessInUse(config.dataDir, () => app.start());
    warnAboutNetwork(config, logger);
    await warnAboutRights(config, logger);
    announce({ url, sign_in: signInUrl, pid: process.pid }, logger);
    await asked;
  } finally {
    await app.stop();
    over.abort();
  }
  // Open handles, such as the pipes of a program that does not end, must not delay the exit.
  await end(0);
}

async function breakOff(logger: Logger): Promise<void> {
  logger.error('stopping took too long');
  await end(1);
}

const waitsForFiles = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

/** What is under way with files takes a moment, unless a share hangs: for that, `process.exit` would wait for ever. */
async function end(code: number): Promise<never> {
  for (let waits = 0; waits < MOST_WAITS && waitsForFiles(); waits++) {
    await systemClock.sleep(WAIT_MS);
  }
  if (waitsForFiles()) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/** The service runs even if its announcement cannot be written, as with a full disk behind stdout. */
function announce(ready: { url: string; sign_in: string; pid: number }, logger: Logger): void {
  try {
    writeSync(STDOUT, `${JSON.stringify(ready)}\n`);
  } catch (error) {
    logger.warn({ err: error }, 'the line on stdout could not be written');
  }
}

function warnAboutNetwork({ host, publicUrl }: Config, logger: Logger): void {
  if (isLoopback(host)) return;
  const hint =
    publicUrl === null
      ? ' Without --public-url, addresses in results, such as those of subtitles, are those of this machine.'
      : '';
  logger.warn(
    { host },
    `Other machines can reach this service. Keys and recordings cross the network in the clear unless a proxy with TLS stands before it.${hint}`,
  );
}

async function warnAboutRights({ dataDir }: Config, logger: Logger): Promise<void> {
  const { keepsRights, rightsSentence } = await import('../../repositories/folder/data-folder.ts');
  if (!keepsRights(dataDir)) logger.warn({ data: dataDir }, rightsSentence(dataDir));
}

/** Prints a new sign-in link of the running service. */
export async function signIn(config: Config): Promise<void> {
  const client = await connectToRunning(config);
  if (!client) {
    throw new AppError('not_found', {
      message: 'Steno is not running. Start it with "npm start" or "steno serve".',
    });
  }
  const { url } = await client.createSignInLink();
  process.stdout.write(`${url}\n`);
}
