import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import type { BucketConfig } from '../../core/config.ts';
import { within } from '../../core/deadline.ts';
import { AppError, succeeds } from '../../core/errors.ts';
import { failpoint } from '../../core/failpoint.ts';
import { sha256OfFile } from '../../core/file-digest.ts';
import type { Logger } from '../../core/logger.ts';
import type { BucketAddress } from '../bucket-address.ts';
import {
  keysOf,
  type MediaEntry,
  type MediaKey,
  type MediaStorage,
  RECORDING_PARTS,
  recordingKey,
} from '../media-storage.ts';
import { checkBucket, checkEndpoint, MARKER, writeMarker } from './bucket-checks.ts';
import { type Doing, explain, toStorageError } from './bucket-errors.ts';
import { createSameContent } from './copy-within-bucket.ts';
import { copyInto, readOn } from './read-object.ts';
import { openBucket } from './s3-bucket.ts';
import { storeStream } from './store-stream.ts';

/** How long a request waits for the first byte of an answer. */
const ANSWER_MS = 10_000;
/** The same for checks whether the storage can be reached. */
const CHECK_MS = 5_000;

type Options = { clock: Clock; logger: Logger; address: string; place: BucketAddress };

/** Probes a bucket and returns the storage in it. @throws storage_unusable, storage_unreachable */
export async function openBucketStorage(
  config: BucketConfig,
  { address, place, clock, logger }: Options,
): Promise<MediaStorage> {
  const { inTheClear } = await checkEndpoint(config);
  if (inTheClear) {
    logger.warn({ storage: address }, 'recordings cross the network to the storage in the clear');
  }
  const bucket = openBucket(config, place);
  let doing: Doing = 'list';
  try {
    const owner = await checkBucket(bucket, {
      address,
      doing: (what) => {
        doing = what;
      },
    });
    return createStorage(bucket, { address, owner, clock });
  } catch (error) {
    bucket.close();
    const at = config.endpoint === null ? 'Amazon S3' : new URL(config.endpoint).host;
    throw explain(error, { address, at, bucket: place.bucket, doing });
  }
}

function createStorage(
  bucket: ReturnType<typeof openBucket>,
  { address, clock, ...known }: { address: string; owner: string | null; clock: Clock },
): MediaStorage {
  let { owner } = known;
  const soon = <Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>) =>
    ask(() => within({ clock, ms, late: new AppError('storage_unreachable', NO_ANSWER) }, work));
  const find = (key: string, ms = ANSWER_MS) => soon(ms, (signal) => bucket.head(key, signal));

  const same = createSameContent(bucket);

  const abortUnfinished = async (key: MediaKey): Promise<void> => {
    for (const id of await bucket.unfinished(key)) await bucket.abort(key, id);
  };

  const keepPart = async (key: MediaKey, path: string, signal: AbortSignal): Promise<void> => {
    const sha256 = await sha256OfFile(path, signal);
    await ask(async () => {
      // Left by an attempt that was killed.
      await abortUnfinished(key);
      if (await same.copyTo(key, sha256)) return;
      await storeStream(bucket, key, createReadStream(path), { sha256, signal });
    });
  };

  const removeKey = async (key: MediaKey): Promise<void> => {
    await abortUnfinished(key);
    await bucket.remove(key);
  };

  async function* list(folder: string) {
    try {
      yield* bucket.list(`${folder}/`);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  return {
    address,
    list,
    localPath: () => null,
    probe: async () => {},
    owner: () => owner,

    async claim(id) {
      owner ??= await ask(() => writeMarker(bucket, id));
      if (owner === id) return;
      throw new AppError('storage_unusable', {
        message: `${address} has the recordings of another data folder or database. Choose another prefix with --storage.`,
      });
    },

    async check() {
      if (await find(MARKER, CHECK_MS)) return;
      throw new AppError('storage_unreachable', { cause: new Error(`${MARKER} is missing`) });
    },

    async put(key, content, options = {}) {
      const written = await ask(() => storeStream(bucket, key, content, options)).catch(
        (error: unknown) => {
          // The broken connection may be that of the sender.
          throw content.errored ?? error;
        },
      );
      failpoint('upload.received');
      return written;
    },

    async keep(id, folder, signal) {
      for (const part of RECORDING_PARTS) {
        const path = join(folder, part);
        if (await exists(path)) await keepPart(recordingKey(id, part), path, signal);
      }
      await rm(folder, { recursive: true, force: true });
    },

    find: (key) => find(key),
    read: (key, range) =>
      soon(ANSWER_MS, (signal) => readOn(bucket, key, { range, soon: signal, clock })),

    async copyTo(key, to, { sha256, signal }) {
      const stored = await find(key);
      if (!stored) return false;
      const part = `${to}.part`;
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      try {
        const target = createWriteStream(part, { mode: 0o600, flush: true });
        const expected = { bytes: stored.bytes, sha256: sha256 ?? stored.sha256 };
        const read = await ask(() => copyInto(target, bucket, key, { ...expected, signal, clock }));
        same.remember(read, { key, tag: stored.tag, bytes: stored.bytes });
        await rename(part, to);
        return true;
      } catch (error) {
        await rm(part, { force: true });
        signal.throwIfAborted();
        throw error;
      }
    },

    async remove(entry) {
      await ask(() => Promise.all(keysOf(entry).map(removeKey)));
    },

    async usage(trash) {
      const inTrash = new Set(trash.map(nameOf));
      const sums = { recordings: 0, files: 0, trash: 0 };
      for (const folder of ['recordings', 'files'] as const) {
        for await (const { key, bytes } of list(folder)) {
          sums[folder] += bytes;
          if (inTrash.has(key.split('/').slice(0, 2).join('/'))) sums.trash += bytes;
        }
      }
      return { recordings: sums.recordings, uploads: sums.files, trash: sums.trash };
    },

    close: bucket.close,
  };
}

/** Translates errors of the bucket into ours. */
async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStorageError(error);
  }
}

const NO_ANSWER = { cause: new Error('no answer in time') };

const nameOf = ({ folder, name }: MediaEntry) => `${folder}/${name}`;

const exists = (path: string): Promise<boolean> => succeeds(access(path));
