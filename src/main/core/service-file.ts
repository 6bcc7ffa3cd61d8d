import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { AppError, nullIfMissing } from './errors.ts';
import { hasEnded, markProcess, ProcessMark } from './process-mark.ts';
import { deniedSentence } from './system-errors.ts';

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
  /** Once it was killed, another user's program may have its port. */
  process: ProcessMark.nullable().default(null),
});
export type ServiceFile = z.infer<typeof ServiceFile>;

const NAME = 'service.json';
/** Several machines may share a folder: each has a file of its own. */
const SHARED_NAME = `service-${hostname().replaceAll(/[^\w.-]/g, '_')}.json`;

type Place = { dataDir: string; database: string | null };
const pathOf = ({ dataDir, database }: Place) =>
  join(dataDir, database === null ? NAME : SHARED_NAME);

/** Readable only by this user, because the token signs in. */
export async function announceService(
  place: Place,
  service: Omit<ServiceFile, 'process'>,
): Promise<void> {
  const path = pathOf(place);
  const part = `${path}.${process.pid}.part`;
  const announced: ServiceFile = { ...service, process: await markProcess() };
  await writeFile(part, JSON.stringify(announced), { mode: 0o600 });
  await rename(part, path);
}

/** A stopped service must not be found; another one on this machine may have taken its place. */
export async function withdrawService(place: Place, token: string): Promise<void> {
  const path = pathOf(place);
  if ((await read(path))?.token === token) await rm(path, { force: true });
}

/**
 * The running service of a data folder on this machine, or null if none has announced itself, or it was killed since.
 * @throws data_not_writable where the folder is another user's
 */
export async function findService(dataDir: string): Promise<ServiceFile | null> {
  try {
    const found = (await read(join(dataDir, SHARED_NAME))) ?? (await read(join(dataDir, NAME)));
    return found?.process && (await hasEnded(found.process)) ? null : found;
  } catch (cause) {
    if (deniedSentence(cause) === null) throw cause;
    const message = `You do not have permission to use the data folder ${dataDir}. Choose another with --data.`;
    throw new AppError('data_not_writable', { message, cause });
  }
}

/** One that is there and cannot be read is not taken for none. */
async function read(path: string): Promise<ServiceFile | null> {
  const text = await readFile(path, 'utf8').catch(nullIfMissing);
  return text === null ? null : (ServiceFile.safeParse(parseJson(text)).data ?? null);
}
