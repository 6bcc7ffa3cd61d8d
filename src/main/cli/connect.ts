import { type Client, createClient } from '../../shared/client.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { ServiceFile } from '../service-file.ts';
import { findRunning } from './reach-service.ts';
import { connectService } from './service-client.ts';

/**
 * Gives `work` a signed-in client: of the service that runs on this data folder, or of one that runs only for
 * as long as the work does. Where the service ends before the work, the client goes on with the next one.
 */
export async function withService<Result>(
  config: Config,
  work: (client: Client, service: ServiceFile) => Promise<Result>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Result> {
  const connection = await connectService(config, { clock: systemClock, signal });
  try {
    return await work(connection.client, connection.service);
  } finally {
    await connection.close();
  }
}

/** A client of the running service, or null; what a crash left behind does not answer. */
export async function connectToRunning(config: Config): Promise<Client | null> {
  const service = await findRunning(config.dataDir, systemClock);
  return service && createClient({ baseUrl: service.url, key: service.token });
}
