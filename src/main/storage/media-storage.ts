/** The storage port: where uploads and recordings lie, in the data folder or in a bucket. */
import type { Readable } from 'node:stream';
import type { Clock } from '../core/clock.ts';
import { isAway } from '../core/errors.ts';
import type { Logger } from '../core/logger.ts';

/** What is played, its waveform, and the fetched file if what is played lacks some of its tracks. */
export const RECORDING_PARTS = ['media', 'waveform', 'source'] as const;
type RecordingPart = (typeof RECORDING_PARTS)[number];

/** What services with a folder each share of a recording while they transcribe it. */
const WORK_PARTS = ['media', 'audio.s16', 'channels.f32'] as const;
type WorkPart = (typeof WORK_PARTS)[number];

type MediaFolder = 'files' | 'recordings';
/** An upload, a kept recording, or what is shared of one that is being transcribed, named by its id. */
export type MediaEntry = { folder: MediaFolder | 'work'; name: string };
/** One stored file: its path in the data folder, and its name below the prefix of a bucket. */
export type MediaKey =
  | `files/${string}`
  | `recordings/${string}/${RecordingPart}`
  | `work/${string}/${WorkPart}`;

export const uploadKey = (id: string): MediaKey => `files/${id}`;
export const recordingKey = (id: string, part: RecordingPart): MediaKey =>
  `recordings/${id}/${part}`;
export const workKey = (id: string, part: WorkPart): MediaKey => `work/${id}/${part}`;
export const keysOf = ({ folder, name }: MediaEntry): MediaKey[] => {
  if (folder === 'files') return [uploadKey(name)];
  if (folder === 'work') return WORK_PARTS.map((part) => workKey(name, part));
  return RECORDING_PARTS.map((part) => recordingKey(name, part));
};

/** The first and the last byte. */
export type ByteRange = { start: number; end: number };

export type StoredMedia = {
  bytes: number;
  modifiedAt: Date;
  /** Null if it was not known when the file was stored. */
  sha256: string | null;
};

type PutOptions = {
  signal?: AbortSignal | undefined;
  sha256?: string;
};

export type Written = { bytes: number; sha256: string };

/** Storage that cannot be reached throws `storage_unreachable`; changed content throws `media_altered`. */
export type MediaStorage = {
  /** Such as `s3://bucket/prefix`; null for the data folder. */
  readonly address: string | null;
  /**
   * Checks that it can be read and written, before the data folder is opened. Leaves nothing behind.
   * @throws storage_unusable
   */
  probe(): Promise<void>;
  /** The owner of the media there; null as long as they have none. Known once it was probed. */
  owner(): string | null;
  /** Assigns the place to the data folder or database with this id. @throws storage_unusable */
  claim(id: string): Promise<void>;
  check(): Promise<void>;
  /** Stores a stream; `remove` also removes unfinished ones. */
  put(key: MediaKey, content: Readable, options?: PutOptions): Promise<Written>;
  /** Takes over a finished recording, whose parts lie in `folder`. */
  keep(id: string, folder: string, signal: AbortSignal): Promise<void>;
  /** Null if there is no such file. */
  find(key: MediaKey): Promise<StoredMedia | null>;
  /** @throws recording_removed if there is no such file */
  read(key: MediaKey, range: ByteRange): Promise<Readable>;
  /** The file itself, where it lies on this machine. */
  localPath(key: MediaKey): string | null;
  /** Puts a file with the same content at `to`, checked against its SHA-256. False if there is no such file. */
  copyTo(
    key: MediaKey,
    to: string,
    options: { sha256?: string | undefined; signal: AbortSignal },
  ): Promise<boolean>;
  /** Removes an entry and unfinished parts of it. Nothing else is ever removed. */
  remove(entry: MediaEntry): Promise<void>;
  list(folder: MediaFolder): AsyncIterable<{ key: string; bytes: number }>;
  /** In bytes. A file with several names counts once, as a recording. */
  usage(trash: readonly MediaEntry[]): Promise<MediaUsage>;
  close(): void;
};

type MediaUsage = { recordings: number; uploads: number; trash: number };

const AGAIN_MS = 2_000;
const LONGEST_MS = 30_000;

/** For background work, which waits until the storage can be reached again, or the data folder is back, or `signal` aborts. */
export async function whileAway<Result>(
  { clock, logger }: { clock: Clock; logger: Logger },
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let waitMs = AGAIN_MS; ; waitMs = Math.min(LONGEST_MS, waitMs * 2)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isAway(error)) throw error;
      if (waitMs === AGAIN_MS) logger.warn({ err: error }, 'waits for the storage');
      await clock.sleep(waitMs, signal);
    }
  }
}
