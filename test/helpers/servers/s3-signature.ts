/** Checks the signature of a request as S3 does (SigV4), written from its description, not with the SDK. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Access = { accessKeyId: string; secretAccessKey: string; region: string };
/** What S3 allows a clock to be wrong. */
const SKEW_MS = 15 * 60_000;

export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** @throws S3Error with the code that Amazon's storage answers with */
export function checkSignature(request: IncomingMessage, body: Buffer, access: Access): void {
  const { authorization = '' } = request.headers;
  const [, id, day = '', region, signedNames = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
      authorization,
    ) ?? [];
  if (id === undefined) throw new S3Error(403, 'AccessDenied');
  if (id !== access.accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId');
  if (region !== access.region) {
    const message = `The authorization header is malformed; the region '${region}' is wrong; expecting '${access.region}'`;
    throw new S3Error(400, 'AuthorizationHeaderMalformed', message);
  }
  const time = String(request.headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (!(Math.abs(Date.now() - at) < SKEW_MS)) throw new S3Error(403, 'RequestTimeTooSkewed');
  const given = String(request.headers['x-amz-content-sha256']);
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical(request, signedNames, given))];
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${access.secretAccessKey}`,
  );
  const wanted = hmac(key, toSign.join('\n'));
  const right = timingSafeEqual(wanted, Buffer.from(signature, 'hex'));
  if (!right) throw new S3Error(403, 'SignatureDoesNotMatch');
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
    if (!signedNames.split(';').includes(name)) throw new S3Error(403, 'AccessDenied');
  }
  if (given !== sha256(body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch');
}

function canonical({ method, url = '', headers }: IncomingMessage, names: string, payload: string) {
  const [path = '', query = ''] = url.split('?');
  const pairs = query === '' ? [] : query.split('&');
  const sorted = pairs.map((pair) => (pair.includes('=') ? pair : `${pair}=`)).toSorted();
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  return [method, path, sorted.join('&'), lines.join(''), names, payload].join('\n');
}

const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
