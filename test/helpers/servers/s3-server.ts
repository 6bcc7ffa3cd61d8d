/**
 * A small, strict S3 server: it checks signatures and the content they sign, refuses what MinIO and R2 refuse, knows
 * ranges, conditions and uploads in parts, and fails on request.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketConfig } from '../../../src/main/core/config.ts';
import { type Answer, createObjects } from './s3-objects.ts';
import { type Access, checkSignature, S3Error } from './s3-signature.ts';
import { sendEndlessly } from './send-endlessly.ts';

/**
 * An error as an answer; `cut` ends the connection, after half of a body that is read; `hang` and `stall` say no more;
 * `endless` goes on after the body.
 */
type Fault = [status: number, code: string] | 'cut' | 'stall' | 'hang' | 'endless';
type S3Request = { operation: string; key: string };

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

export async function startS3Server({ keeps = true, pageSize = 1000 } = {}) {
  const access: Access = {
    accessKeyId: 'AKIATEST',
    secretAccessKey: 'hush+hush/',
    region: 'us-east-1',
  };
  const { objects, uploads, answer } = createObjects({ keeps, pageSize });
  const state = {
    access,
    objects,
    uploads,
    bucket: 'media',
    requests: [] as S3Request[],
    /** Sees each request before it is served. */
    fault: (_request: S3Request): Fault | null => null,
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://s3');
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const [key, query] = [rest.join('/'), url.searchParams];
    const isCopy = request.headers['x-amz-copy-source'] !== undefined;
    const operation = isCopy ? 'CopyObject' : operationOf(request.method ?? '', key, query);
    state.requests.push({ operation, key });
    const fault = state.fault({ operation, key });
    if (fault === 'hang') return;
    if (fault === 'cut' && operation !== 'GetObject') {
      request.socket.destroy();
      return;
    }
    const body = await buffer(request);
    checkSignature(request, body, state.access);
    refuseChecksums(request);
    if (Array.isArray(fault)) throw new S3Error(...fault);
    if (bucket !== state.bucket) throw new S3Error(404, 'NoSuchBucket');
    const said = answer({ operation, key, query, headers: request.headers, body });
    send(response, said, { head: operation === 'HeadObject', fault });
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!(error instanceof S3Error)) return request.socket.destroy();
      const { status, code, message } = error;
      const body = `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
      response.writeHead(status, { 'Content-Type': 'application/xml' });
      return response.end(request.method === 'HEAD' ? '' : body);
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  return Object.assign(state, {
    endpoint,
    /** For a service that keeps its media below a prefix. */
    config: (prefix = 'steno'): BucketConfig => ({
      url: `s3://media/${prefix}`,
      endpoint,
      region: null,
      credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
    }),
    keys: () => [...objects.keys()].toSorted(),
    /** Nothing listens at the address any more, until it is back. */
    away: close,
    back: () => listen(port),
    [Symbol.asyncDispose]: close,
  });
}

function operationOf(method: string, key: string, query: URLSearchParams): string {
  if (key === '') return query.has('uploads') ? 'ListUploads' : 'ListObjects';
  if (method === 'POST') return query.has('uploads') ? 'CreateUpload' : 'CompleteUpload';
  if (query.has('uploadId')) return method === 'PUT' ? 'UploadPart' : 'AbortUpload';
  return `${method.charAt(0)}${method.slice(1).toLowerCase()}Object`;
}

/** The checksums that the SDK sends by default. */
function refuseChecksums({ headers }: IncomingMessage): void {
  const names = Object.keys(headers);
  const wrong = names.find((name) => /^x-amz-(?:checksum|sdk-checksum|trailer)/.test(name));
  if (wrong || headers['content-encoding']) throw new S3Error(501, 'NotImplemented', `${wrong}`);
}

function send(
  response: ServerResponse,
  { status, headers, body = '' }: Answer,
  { head, fault }: { head: boolean; fault: 'cut' | 'stall' | 'endless' | null },
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (fault === 'endless') {
    const { 'Content-Length': _, ...others } = headers ?? {};
    response.writeHead(status, others).write(bytes);
    void sendEndlessly(response);
    return;
  }
  const length = status !== 204 && { 'Content-Length': String(bytes.length) };
  response.writeHead(status, { ...length, ...headers });
  if (fault === null) response.end(head ? '' : bytes);
  else {
    const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
    response.write(half, () => {
      if (fault === 'cut') response.socket?.destroy();
    });
  }
}
