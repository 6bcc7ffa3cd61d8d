/** What an S3 server keeps, and what it answers to each operation. */
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './s3-signature.ts';

const MIN_PART = 5 * 1024 ** 2;

type Facts = { sha256: string | undefined };
type Stored = Facts & { body: Buffer; bytes: number; tag: string; at: Date };
type Upload = Facts & { key: string; parts: Map<number, Stored> };
type Asked = {
  operation: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
};
export type Answer = { status: number; headers?: Record<string, string>; body?: Buffer | string };
type Operation = (asked: Asked) => Answer;

/** `keeps: false` forgets the content of large parts, so that large uploads take no memory. */
export function createObjects({ keeps, pageSize }: { keeps: boolean; pageSize: number }) {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Upload>();

  const toStored = (body: Buffer, { sha256 }: Facts): Stored => ({
    body: keeps || body.length < MIN_PART ? body : Buffer.alloc(0),
    bytes: body.length,
    at: new Date(),
    sha256,
    tag: `"${createHash('md5').update(body).digest('hex')}"`,
  });

  const uploadOf = ({ query, key }: Asked): Upload => {
    const upload = uploads.get(query.get('uploadId') ?? '');
    if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload');
    return upload;
  };

  const list: Operation = ({ query }) => {
    const most = Math.min(pageSize, Number(query.get('max-keys') ?? pageSize));
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
    const all = [...objects].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const rest = all.filter(([key]) => key.startsWith(prefix) && key > after);
    const page = rest.slice(0, most);
    const next = rest.length > page.length ? page.at(-1)?.[0] : undefined;
    const token = next && `<NextContinuationToken>${next}</NextContinuationToken>`;
    const entries = page.map(
      ([key, { bytes }]) => `<Contents><Key>${key}</Key><Size>${bytes}</Size></Contents>`,
    );
    return xml('ListBucketResult', `${token ?? ''}${entries.join('')}`);
  };

  const read: Operation = ({ key, headers }) => {
    const stored = objects.get(key);
    if (!stored) throw new S3Error(404, 'NoSuchKey');
    const { body, bytes, tag, at, sha256 } = stored;
    if (headers['if-match'] && headers['if-match'] !== tag) {
      throw new S3Error(412, 'PreconditionFailed');
    }
    const meta = sha256 && { 'x-amz-meta-sha256': sha256 };
    const known = { ETag: tag, 'Last-Modified': at.toUTCString(), ...meta };
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined) {
      return { status: 200, headers: { ...known, 'Content-Length': `${bytes}` }, body };
    }
    if (Number(from) >= bytes) throw new S3Error(416, 'InvalidRange');
    const part = body.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes}`;
    return { status: 206, headers: { ...known, 'Content-Range': range }, body: part };
  };

  const complete: Operation = (asked) => {
    const upload = uploadOf(asked);
    const sent = [...asked.body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)];
    const parts = sent.map(([, part = '']) => {
      const stored = upload.parts.get(Number(/<PartNumber>(\d+)/.exec(part)?.[1]));
      const tag = /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"');
      if (!stored || stored.tag !== tag) throw new S3Error(400, 'InvalidPart');
      return stored;
    });
    if (parts.slice(0, -1).some(({ bytes }) => bytes < MIN_PART)) {
      throw new S3Error(400, 'EntityTooSmall');
    }
    const whole = toStored(Buffer.concat(parts.map(({ body }) => body)), upload);
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    objects.set(asked.key, { ...whole, bytes });
    uploads.delete(asked.query.get('uploadId') ?? '');
    return xml('CompleteMultipartUploadResult', `<ETag>${whole.tag}</ETag>`);
  };

  const operations: Record<string, Operation> = {
    ListObjects: list,
    GetObject: read,
    HeadObject: read,
    CompleteUpload: complete,
    PutObject({ key, headers, body }) {
      if (headers['if-none-match'] === '*' && objects.has(key)) {
        throw new S3Error(412, 'PreconditionFailed');
      }
      const stored = toStored(body, factsOf(headers));
      objects.set(key, stored);
      return { status: 200, headers: { ETag: stored.tag } };
    },
    CopyObject({ key, headers }) {
      const [, ...from] = decodeURIComponent(String(headers['x-amz-copy-source'])).split('/');
      const stored = objects.get(from.join('/'));
      if (!stored) throw new S3Error(404, 'NoSuchKey');
      if (headers['x-amz-copy-source-if-match'] !== stored.tag) {
        throw new S3Error(412, 'PreconditionFailed');
      }
      objects.set(key, { ...stored, ...factsOf(headers), at: new Date() });
      return xml('CopyObjectResult', `<ETag>${stored.tag}</ETag>`);
    },
    DeleteObject({ key }) {
      objects.delete(key);
      return { status: 204 };
    },
    ListUploads({ query }) {
      const prefix = query.get('prefix') ?? '';
      const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
      const entries = found.map(
        ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
      );
      return xml('ListMultipartUploadsResult', entries.join(''));
    },
    CreateUpload({ key, headers }) {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map(), ...factsOf(headers) });
      return xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
    },
    UploadPart(asked) {
      const part = toStored(asked.body, { sha256: undefined });
      uploadOf(asked).parts.set(Number(asked.query.get('partNumber')), part);
      return { status: 200, headers: { ETag: part.tag } };
    },
    AbortUpload(asked) {
      uploadOf(asked);
      uploads.delete(asked.query.get('uploadId') ?? '');
      return { status: 204 };
    },
  };

  return {
    objects,
    uploads,
    answer(asked: Asked): Answer {
      const operation = operations[asked.operation];
      if (!operation) throw new S3Error(501, 'NotImplemented');
      return operation(asked);
    },
  };
}

function factsOf(headers: IncomingHttpHeaders): Facts {
  const sha256 = headers['x-amz-meta-sha256'];
  return { sha256: typeof sha256 === 'string' ? sha256 : undefined };
}

const xml = (root: string, inner: string): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><${root}>${inner}</${root}>`,
});
