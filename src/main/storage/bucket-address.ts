import { AppError } from '../core/errors.ts';

export type BucketAddress = {
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
};

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,61}[a-z0-9])(?:\/(.*))?$/i;
/** Characters in names of objects that some storage or tool cannot handle. */
const AWKWARD = /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|[^\x20-\x7e]|[\\?#%*<>|"]/;

/** Reads `s3://bucket/prefix`. @throws storage_unusable */
export function readBucketAddress(url: string): BucketAddress {
  if (url.includes('@')) {
    throw new AppError('storage_unusable', {
      message:
        'The address of a bucket holds no credentials: put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    });
  }
  const [, bucket, path = ''] = ADDRESS.exec(url) ?? [];
  const prefix = path.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
  if (bucket === undefined || AWKWARD.test(prefix)) {
    throw new AppError('storage_unusable', {
      message: `"${url}" is no bucket. Give its address, such as s3://bucket/prefix.`,
    });
  }
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

/** The same place always has the same spelling. */
export const writeBucketAddress = ({ bucket, prefix }: BucketAddress): string =>
  `s3://${bucket}/${prefix}`.replace(/\/$/, '');
