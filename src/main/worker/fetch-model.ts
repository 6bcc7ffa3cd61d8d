/** The models that a worker has fetched from its service, each stored under its digest alone. */
import { createHash } from 'node:crypto';
import type { WriteStream } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MachineModel } from '../../shared/machines.ts';
import type { Clock } from '../core/clock.ts';
import { requireFreeDisk } from '../core/disk-space.ts';
import { renameDurably, writeStream } from '../core/durable-files.ts';
import { AppError } from '../core/errors.ts';
import { sha256OfFile } from '../core/file-digest.ts';
import { ownFile } from '../core/file-paths.ts';
import { exactly } from '../core/limited-bytes.ts';
import { makeFolder } from '../core/make-folder.ts';
import { createWatchdog } from '../processes/watchdog.ts';
import type { ServiceLink } from './service-requests.ts';

/** Before the first byte the service may read the model itself; without an end its machine has lost its power. */
const SILENT_MS = 5 * 60_000;

export function createFetchModel({
  folder,
  link,
  clock,
}: {
  folder: string;
  link: Pick<ServiceLink, 'fetch'>;
  clock: Clock;
}) {
  const fetching = new Map<string, Promise<string>>();
  /** One at a time, so that the free space counts for each, however many a service tells at once. */
  let last: Promise<unknown> = Promise.resolve();
  /** Read once in each run of the worker. */
  const checked = new Set<string>();

  /** Writes it to `part`, and closes that in any case. */
  const receive = async (
    part: string,
    { sha256, bytes }: MachineModel,
    signal: AbortSignal,
  ): Promise<void> => {
    using silence = createWatchdog({ clock, idleMs: SILENT_MS, reason: fellSilent });
    const either = AbortSignal.any([signal, silence.signal]);
    const hash = createHash('sha256');
    const check = async function* (content: AsyncIterable<Uint8Array>) {
      for await (const chunk of exactly(content, bytes, damaged)) {
        silence.touch();
        hash.update(chunk);
        yield chunk;
      }
    };
    try {
      const response = await link.fetch(`/v1/tasks/models/${sha256}`, either);
      const fill = (target: WriteStream) => pipeline(response, check, target, { signal: either });
      await writeStream(part, fill, { flags: 'wx' });
    } catch (error) {
      silence.signal.throwIfAborted();
      throw error;
    }
    if (hash.digest('hex') !== sha256) throw damaged('other');
  };

  const fetchNow = async (model: MachineModel, signal: AbortSignal) => {
    const { sha256, bytes } = model;
    const path = ownFile(folder, `${sha256}.bin`);
    const isKnown = checked.has(path) && (await isThere(path, model));
    if (isKnown || (await isWhole(path, model, signal))) {
      checked.add(path);
      return path;
    }
    makeFolder(folder, 0o700);
    // Two workers may share the folder.
    const part = `${path}.${process.pid}.part`;
    await requireFreeDisk(part, bytes);
    // What somebody has put under this name, such as a link, is not written through.
    await rm(part, { force: true });
    try {
      await receive(part, model, signal);
      await renameDurably(part, path);
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
  return (model: MachineModel, signal: AbortSignal): Promise<string> => {
    const known = fetching.get(model.sha256);
    if (known) return known;
    const fetched = last
      .then(() => {
        signal.throwIfAborted();
        return fetchNow(model, signal);
      })
      .finally(() => fetching.delete(model.sha256));
    last = fetched.catch(() => {});
    fetching.set(model.sha256, fetched);
    return fetched;
  };
}

function damaged(came: 'more' | 'fewer' | 'other'): AppError {
  const what = came === 'other' ? 'another file' : `${came} bytes`;
  const message = `A model arrived damaged: the service sent ${what} than it had announced.`;
  return new AppError('model_invalid', { message });
}

const fellSilent = () => new Error('The service fell silent while it sent a model.');

async function isThere(path: string, { bytes }: MachineModel): Promise<boolean> {
  const file = await lstat(path).catch(() => null);
  return file?.isFile() === true && file.size === bytes;
}

async function isWhole(path: string, model: MachineModel, signal: AbortSignal): Promise<boolean> {
  return (await isThere(path, model)) && (await sha256OfFile(path, signal)) === model.sha256;
}
