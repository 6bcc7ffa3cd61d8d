import { type Config, isLoopback } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { keepHeapSmall } from '../../heap.ts';
import { createLogger, type Logger } from '../../logger.ts';
import { connectToRunning } from '../connect.ts';

/** Runs until SIGINT or SIGTERM. stdout gets one line of JSON once requests are answered. */
export async function serve(config: Config): Promise<void> {
  keepHeapSmall();
  // Here and not above, so that the other commands start without the core.
  const { createApp } = await import('../../app.ts');
  const logger = createLogger();
  const app = createApp(config, { logger });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  try {
    const { url, signInUrl } = await app.start();
    warnAboutNetwork(config, logger);
    process.stdout.write(`${JSON.stringify({ url, sign_in: signInUrl, pid: process.pid })}\n`);
    await stopped;
    logger.info('stopping');
  } finally {
    await app.stop();
  }
}

/** Says what somebody should know who lets other machines in. */
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
