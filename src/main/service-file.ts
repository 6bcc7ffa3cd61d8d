import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isNodeError } from './errors.ts';

/** How commands of the same user find and access the service that runs on a data folder. */
export const ServiceFile = z.object({
  url: z.url(),
  token: z.string(),
  /** Whether only programs on this machine can reach it. */
  localOnly: z.boolean(),
  /** The model it was started with, a name or a file. */
  model: z.string().nullable(),
  /** False for a service that ends with its command. */
  lasting: z.boolean(),
});
export type ServiceFile = z.infer<typeof ServiceFile>;

const NAME = 'service.json';

/** Readable only by this user, because the token signs in. */
export async function announceService(dataDir: string, service: ServiceFile): Promise<void> {
  const path = join(dataDir, NAME);
  await writeFile(`${path}.part`, JSON.stringify(service), { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/** A stopped service must not be found. */
export async function withdrawService(dataDir: string): Promise<void> {
  await rm(join(dataDir, NAME), { force: true });
}

/** The running service of a data folder, or null if none has announced itself. */
export async function findService(dataDir: string): Promise<ServiceFile | null> {
  try {
    return ServiceFile.parse(JSON.parse(await readFile(join(dataDir, NAME), 'utf8')));
  } catch (error) {
    if (isNodeError(error) && error.code !== 'ENOENT') throw error;
    return null;
  }
}
