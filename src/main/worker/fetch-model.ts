/** The models that a worker has fetched from its service, each stored under its digest. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MachineModel } from '../../shared/machines.ts';
import { AppError } from '../errors.ts';
import { sha256OfFile } from '../file-digest.ts';
import { publishFile, requireFreeDisk } from '../media/disk.ts';
import type { ServiceLink } from './service-link.ts';

export function createFetchModel({ folder, link }: { folder: string; link: ServiceLink }) {
  const fetching = new Map<string, Promise<string>>();
  /** Read once in each run of the worker. */
  const checked = new Set<string>();

  const fetchFrom = async (machine: string, model: MachineModel, signal: AbortSignal) => {
    // The name helps users to recognize the file, and appears in the engine's log.
    const path = join(folder, `${model.name}-${model.sha256.slice(0, 16)}.bin`);
    if (checked.has(path) || (await isWhole(path, model, signal))) {
      checked.add(path);
      return path;
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Two workers may share the folder.
    const part = `${path}.${process.pid}.part`;
    await requireFreeDisk(part, model.bytes);
    try {
      const response = await link.fetch(`/v1/machines/${machine}/models/${model.sha256}`, signal);
      const hash = createHash('sha256');
      const check = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline(response, check, createWriteStream(part, { mode: 0o600 }), { signal });
      if (hash.digest('hex') !== model.sha256) {
        const message = `The model ${model.name} arrived damaged.`;
        throw new AppError('model_invalid', { message });
      }
      await publishFile(part, path);
      checked.add(path);
      return path;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };

  /**
   * The path of the model's file, fetched unless it exists. Concurrent requests fetch it once.
   *
   * @throws model_invalid, disk_full, ApiError; the signal's reason when aborted
   */
  return (machine: string, model: MachineModel, signal: AbortSignal): Promise<string> => {
    const known = fetching.get(model.sha256);
    if (known) return known;
    const fetched = fetchFrom(machine, model, signal).finally(() => fetching.delete(model.sha256));
    fetching.set(model.sha256, fetched);
    return fetched;
  };
}

async function isWhole(
  path: string,
  { bytes, sha256 }: MachineModel,
  signal: AbortSignal,
): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  return file?.size === bytes && (await sha256OfFile(path, signal)) === sha256;
}
