/** A bucket's objects, named below its prefix: the only module that uses the SDK. */
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { BucketConfig } from '../../core/config.ts';
import type { BucketAddress } from '../bucket-address.ts';
import type { ByteRange, StoredMedia } from '../media-storage.ts';
import { isMissing, NoStorageError } from './bucket-errors.ts';

/** The limit for connecting, and for silence on a connection. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;
/** Each recording that is being played occupies one. */
const CONNECTIONS = { maxSockets: 500, keepAlive: true };
const TYPE = 'application/octet-stream';

export type Part = { PartNumber: number; ETag: string };
/** Different content has a different tag. */
type Tagged = { tag: string };
type Facts = { sha256?: string | undefined };

export type Bucket = ReturnType<typeof openBucket>;

/** All methods throw what the SDK throws. */
export function openBucket(
  { endpoint, region, credentials }: BucketConfig,
  { bucket: Bucket, prefix }: BucketAddress,
) {
  const client = new S3Client({
    ...(endpoint !== null && { endpoint, forcePathStyle: !isAmazon(endpoint) }),
    ...(region !== null ? { region } : endpoint !== null && { region: 'us-east-1' }),
    ...(credentials && { credentials }),
    // MinIO, R2 and others reject the SDK's default checksums; SigV4 signs the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: CONNECTIONS,
      httpsAgent: CONNECTIONS,
    },
  });
  const at = (key: string) => ({ Bucket, Key: prefix + key });
  const metadata = ({ sha256 }: Facts) => ({
    ContentType: TYPE,
    ...(sha256 !== undefined && { Metadata: { sha256 } }),
  });
  const until = (signal?: AbortSignal) => (signal ? { abortSignal: signal } : {});

  return {
    async head(key: string, signal?: AbortSignal): Promise<(StoredMedia & Tagged) | null> {
      const found = await client
        .send(new HeadObjectCommand(at(key)), until(signal))
        .catch(nullIfMissing);
      return (
        found && {
          bytes: found.ContentLength ?? 0,
          modifiedAt: found.LastModified ?? new Date(0),
          sha256: found.Metadata?.['sha256'] ?? null,
          tag: found.ETag ?? '',
        }
      );
    },

    /** Null if there is no such object. `tag` is the expected one. */
    async get(
      key: string,
      { range, tag, signal }: { range?: ByteRange; tag?: string; signal?: AbortSignal } = {},
    ): Promise<{ body: Readable; tag: string | undefined } | null> {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const asked = { ...at(key), ...(Range && { Range }), ...(tag && { IfMatch: tag }) };
      const found = await client
        .send(new GetObjectCommand(asked), until(signal))
        .catch(nullIfMissing);
      if (!found) return null;
      // A server that ignores the requested range would send another one.
      const isPart = found.ContentRange?.startsWith(`bytes ${range?.start}-`);
      if (range && !isPart) throw new NoStorageError();
      return { body: found.Body as Readable, tag: found.ETag };
    },

    /** With `onlyIfNew`, only if the object does not exist yet. */
    async put(
      key: string,
      body: Buffer,
      {
        onlyIfNew = false,
        signal,
        ...facts
      }: Facts & { onlyIfNew?: boolean; signal?: AbortSignal } = {},
    ): Promise<void> {
      const asked = { ...at(key), ...metadata(facts), Body: body, ContentLength: body.length };
      await client.send(
        new PutObjectCommand({ ...asked, ...(onlyIfNew && { IfNoneMatch: '*' }) }),
        until(signal),
      );
    },

    /** Copies within the bucket, if the object is unchanged. */
    async copy(from: { key: string } & Tagged, to: string, facts: Facts): Promise<void> {
      const CopySource = [Bucket, ...(prefix + from.key).split('/')]
        .map(encodeURIComponent)
        .join('/');
      const asked = { ...at(to), ...metadata(facts), CopySource, CopySourceIfMatch: from.tag };
      await client.send(new CopyObjectCommand({ ...asked, MetadataDirective: 'REPLACE' }));
    },

    async remove(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand(at(key))).catch(nullIfMissing);
    },

    async *list(
      below: string,
      { signal, most }: { signal?: AbortSignal; most?: number } = {},
    ): AsyncGenerator<{ key: string; bytes: number }> {
      let next: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: prefix + below,
            ...(next !== undefined && { ContinuationToken: next }),
            ...(most !== undefined && { MaxKeys: most }),
          }),
          until(signal),
        );
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          yield { key: Key.slice(prefix.length), bytes: Size };
        }
        next = most === undefined ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
    },

    /** An upload in parts; the object exists only once the upload is completed. */
    async begin(key: string, facts: Facts, signal?: AbortSignal): Promise<string> {
      const asked = new CreateMultipartUploadCommand({ ...at(key), ...metadata(facts) });
      return (await client.send(asked, until(signal))).UploadId ?? '';
    },

    async sendPart(
      key: string,
      { id, number, body }: { id: string; number: number; body: Buffer },
      signal?: AbortSignal,
    ): Promise<Part> {
      const asked = { ...at(key), UploadId: id, PartNumber: number, Body: body };
      const { ETag = '' } = await client.send(
        new UploadPartCommand({ ...asked, ContentLength: body.length }),
        until(signal),
      );
      return { PartNumber: number, ETag };
    },

    async complete(key: string, id: string, parts: readonly Part[]): Promise<void> {
      const MultipartUpload = { Parts: [...parts] };
      const asked = { ...at(key), UploadId: id, MultipartUpload };
      await client.send(new CompleteMultipartUploadCommand(asked));
    },

    async abort(key: string, id: string): Promise<void> {
      const asked = new AbortMultipartUploadCommand({ ...at(key), UploadId: id });
      await client.send(asked).catch(nullIfMissing);
    },

    /** The started uploads of exactly this object that were neither completed nor aborted. */
    async unfinished(key: string): Promise<string[]> {
      const asked = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix + key });
      const { Uploads = [] } = await client.send(asked);
      return Uploads.flatMap(({ Key, UploadId }) =>
        Key === prefix + key && UploadId !== undefined ? [UploadId] : [],
      );
    },

    close: () => client.destroy(),
  };
}

function isAmazon(endpoint: string): boolean {
  return /\.amazonaws\.com(?:\.cn)?$/.test(new URL(endpoint).hostname);
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
