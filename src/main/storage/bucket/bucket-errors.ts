/** Translates what a bucket and its connections report, without revealing secrets. */
import { AppError, isNodeError } from '../../core/errors.ts';

/** What was read is not what was written, as with a web page at the address. */
export class NoStorageError extends Error {
  constructor() {
    super('It does not answer as S3 does.');
    this.name = 'NoStorageError';
  }
}

type ServiceError = Error & { $metadata?: { httpStatusCode?: number }; Region?: string };

/** Whether the SDK or the network threw it, and not a mistake in our own code. */
function isOfService(error: unknown): error is ServiceError {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoStorageError) return true;
  if ('$metadata' in error || '$fault' in error || KNOWN.test(error.name)) return true;
  return NETWORK.test(codeOf(error) ?? '');
}

/** Codes of connections and certificates; those of a full disk do not concern the storage. */
const NETWORK =
  /^(?:ECONN\w+|EPIPE|EPROTO|E(?:HOST|NET)(?:UNREACH|DOWN)|ETIMEDOUT|ENOTFOUND|EAI_\w+|EADDRNOTAVAIL)$|CERT|TLS|SSL|SIGNED|PREMATURE/;
const KNOWN = /^(?:TimeoutError|AbortError|CredentialsProviderError|TokenProviderError)$/;

export const statusOf = (error: unknown): number | null =>
  (isOfService(error) && error.$metadata?.httpStatusCode) || null;

/** Whether there is no such object, or no such upload. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && /^(?:NoSuchKey|NotFound|NoSuchUpload)$/.test(error.name);

/** @returns storage_unreachable for any error of a bucket in use; other errors unchanged */
export function toStorageError(error: unknown): unknown {
  if (error instanceof AppError || !isOfService(error)) return error;
  return new AppError('storage_unreachable', { cause: withoutSecrets(error) });
}

/** Only its name and message: the rest may hold keys, headers and the names of objects. */
function withoutSecrets(error: ServiceError): Error {
  const copy = new Error(messageOf(error));
  copy.name = error.name;
  const status = statusOf(error);
  const code = codeOf(error);
  return Object.assign(copy, code !== null && { code }, status !== null && { status });
}

function messageOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : null;
  if (first instanceof Error) return first.message;
  return error.message || (codeOf(error) ?? error.name);
}

const codeOf = (error: unknown): string | null =>
  isNodeError(error) ? (error.code ?? null) : null;

export type Doing = 'list' | 'read' | 'write' | 'delete';

/** Explains what to do about an error at the start. @returns storage_unusable or storage_unreachable */
export function explain(
  error: unknown,
  { address, at, bucket, doing }: { address: string; at: string; bucket: string; doing: Doing },
): unknown {
  if (error instanceof AppError) return error;
  const unusable = (message: string) => new AppError('storage_unusable', { message });
  const name = error instanceof Error ? error.name : '';
  const said = error instanceof Error ? messageOf(error) : '';
  const status = statusOf(error);
  if (name === 'CredentialsProviderError' || /Resolved credential object/.test(said)) {
    return unusable(
      `There are no credentials for ${address}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  }
  if (/Region is missing/.test(said)) {
    return unusable(
      `It is not said in which region ${address} is. Set AWS_REGION, or AWS_ENDPOINT_URL_S3 for storage that is not Amazon's.`,
    );
  }
  if (/^(?:InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken)$/.test(name)) {
    return unusable(
      `The storage at ${at} does not accept the credentials (${name}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.`,
    );
  }
  if (name === 'RequestTimeTooSkewed') {
    return unusable(`The clock of this machine and that of the storage at ${at} differ too much.`);
  }
  if (name === 'NoSuchBucket') {
    return unusable(`There is no bucket "${bucket}" at ${at}. Make it first: Steno makes none.`);
  }
  if (status === 301 || /Redirect|AuthorizationHeaderMalformed|IllegalLocation/.test(name)) {
    const region = /(?:expecting|expected) '?([a-z]{2}[a-z0-9-]+)/.exec(said)?.[1];
    return unusable(
      `The bucket "${bucket}" is in another region${region ? `, ${region}` : ''}. Set AWS_REGION to it.`,
    );
  }
  if (status === 401 || status === 403) {
    return unusable(`The credentials may not ${doing} objects in ${address} (${name}).`);
  }
  if (doing !== 'list' && (status === 405 || status === 501)) {
    return unusable(`The storage at ${at} lacks what Steno needs to ${doing} objects (${name}).`);
  }
  const isNone = error instanceof NoStorageError || isNoStorage(status);
  if (isNone || /Deserialization|SyntaxError|char '/.test(`${name} ${said}`)) {
    return unusable(
      `What answers at ${at} is no S3-compatible storage. Check AWS_ENDPOINT_URL_S3.`,
    );
  }
  if (!isOfService(error)) return error;
  const why = status === null ? said : `it answers ${status} ${name}`;
  return new AppError('storage_unreachable', {
    message: `The storage at ${at} cannot be reached: ${why.replace(/\.$/, '')}.`,
    cause: withoutSecrets(error),
  });
}

/** S3-compatible storage never answers a list like this. */
const isNoStorage = (status: number | null): boolean =>
  status !== null && [200, 400, 404, 405].includes(status);
