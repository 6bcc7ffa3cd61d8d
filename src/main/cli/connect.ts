import { type Client, createClient } from '../../shared/client.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { createLogger } from '../logger.ts';
import { findService } from '../service-file.ts';

/**
 * Gives `work` a signed-in client: of the service that runs on this data folder, or of one that runs only for
 * as long as the work does.
 */
export async function withService<Result>(
  config: Config,
  work: (client: Client, service: { isOwn: boolean }) => Promise<Result>,
): Promise<Result> {
  const running = await connectToRunning(config);
  if (running) return work(running, { isOwn: false });
  // Loading the core takes longer than most commands, and beside a running service none needs it.
  const { createApp } = await import('../app.ts');
  const app = createApp(
    { ...config, host: '127.0.0.1', port: 0, publicUrl: null },
    { logger: createLogger(process.env['STENO_LOG'] ?? 'silent') },
  );
  try {
    await app.start();
    const own = await connectToRunning(config);
    if (!own) throw new AppError('internal');
    return await work(own, { isOwn: true });
  } finally {
    await app.stop();
  }
}

/** A client of the running service, or null; what a crash left behind does not answer. */
export async function connectToRunning(config: Config): Promise<Client | null> {
  const service = await findService(config.dataDir);
  if (!service) return null;
  const client = createClient({ baseUrl: service.url, key: service.token });
  try {
    await client.listModels();
    return client;
  } catch {
    return null;
  }
}
