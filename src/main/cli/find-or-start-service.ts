/** Finds the service running on a data folder, or starts one, even if several commands do so at the same time. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createClient } from '../../shared/client.ts';
import type { App } from '../app.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import { AppError, succeeds } from '../core/errors.ts';
import { findService, type ServiceFile } from '../core/service-file.ts';
import { hideSecrets } from './hide-environment-secrets.ts';

/** How long a service may take from locking the data folder to its first response, and a stopped one to be back. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 100;
/** A busy service answers late; one that crashed never does. */
const ANSWER_MS = 5_000;

/** A service that answers; `app` is set if this command runs it and must stop it. */
export type ReachedService = { service: ServiceFile; app: App | null };

/**
 * The running service, or a new one, not `lasting`. If the folder is locked, waits until the owner of the lock answers.
 * If `lost` was a lasting service, its supervisor may be about to restart it, so that is awaited first.
 *
 * @throws already_running when the process that holds the data folder does not answer
 */
export async function reachService(
  config: Config,
  { clock, lost, signal }: { clock: Clock; lost: ServiceFile | null; signal: AbortSignal },
): Promise<ReachedService> {
  const startFrom = clock.mono() + (lost?.lasting ? PATIENCE_MS : 0);
  const giveUpAt = startFrom + PATIENCE_MS;
  for (;;) {
    const service = await findRunning(config.dataDir, clock);
    if (service) return { service, app: null };
    const now = clock.mono();
    const started = now >= startFrom ? await startOwn(config) : null;
    if (started) return started;
    if (now >= giveUpAt) throw new AppError('already_running');
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** The service of a data folder if it answers, or null. */
export async function findRunning(dataDir: string, clock: Clock): Promise<ServiceFile | null> {
  const service = await findService(dataDir);
  return service && (await answers(service, clock)) ? service : null;
}

/** Whether this same service runs; another one on its port does not know its token. */
export async function answers({ url, token }: ServiceFile, clock: Clock): Promise<boolean> {
  const done = new AbortController();
  const tooLate = clock.sleep(ANSWER_MS, done.signal).then(
    () => false,
    () => false,
  );
  const asked = createClient({
    baseUrl: url,
    key: token,
    fetch: (path, init) => fetch(path, { ...init, signal: done.signal }),
  }).listModels();
  const answer = await Promise.race([succeeds(asked), tooLate]);
  done.abort();
  return answer;
}

/** Null if another process holds the folder. */
async function startOwn(config: Config): Promise<ReachedService | null> {
  // Loading the core takes longer than most commands, and with a running service none needs it.
  const { createApp } = await import('../app.ts');
  const { createLogger } = await import('../core/logger.ts');
  const model = (await modelFile(config.model)) ?? null;
  const own = { ...config, host: '127.0.0.1', port: 0, publicUrl: null, model };
  hideSecrets(config);
  const logger = createLogger(process.env['STENO_LOG'] ?? 'silent');
  const app = createApp(own, { logger });
  try {
    await app.open();
  } catch (error) {
    if (error instanceof AppError && error.code === 'already_running') return null;
    throw error;
  }
  try {
    await app.start({ lasting: false });
    const service = await findService(config.dataDir);
    if (!service) throw new AppError('internal');
    return { service, app };
  } catch (error) {
    await app.stop();
    throw error;
  }
}

/**
 * The absolute path for a model given as a file; the API accepts models by name only, unless the service starts with
 * one.
 */
export async function modelFile(model: string | null): Promise<string | null> {
  const facts = model === null ? null : await stat(model).catch(() => null);
  return model !== null && facts?.isFile() ? resolve(model) : null;
}
