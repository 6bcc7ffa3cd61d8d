import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { execaSync } from 'execa';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FETCH_LIMITS } from '../../../src/main/media/download/fetch-media.ts';
import { originFor, prepareDownload, temporaryFolder } from '../../helpers/harness/media-fetch.ts';
import { createTestGuard } from '../../helpers/harness/media-guard.ts';
import { type OriginHandler, startCanary } from '../../helpers/servers/http-origin.ts';

it('stores the body and tells where it came from', async () => {
  const bytes = Buffer.alloc(300_000, 'steno');
  const origin = await originFor((_request, response) => {
    response.writeHead(200, {
      'content-type': 'audio/mpeg',
      'content-length': bytes.length,
      'content-disposition': 'attachment; filename="x.mp3"; filename*=UTF-8\'\'Gespr%C3%A4ch.mp3',
    });
    response.end(bytes);
  });
  const download = await prepareDownload();
  const seen: number[] = [];
  const media = await download.fetch(`${origin.url}/a/talk.mp3?key=1`, {
    onProgress: ({ receivedBytes, totalBytes }) => {
      expect(totalBytes).toBe(bytes.length);
      seen.push(receivedBytes);
    },
  });
  expect(media).toEqual({
    path: download.destination,
    bytes: bytes.length,
    contentType: 'audio/mpeg',
    finalUrl: `${origin.url}/a/talk.mp3?key=1`,
    suggestedName: 'Gespräch.mp3',
  });
  expect(bytes.equals(await readFile(media.path))).toBe(true);
  expect(await download.files()).toEqual(['source']);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe(bytes.length);
  expect(origin.requests[0]?.headers['accept-encoding']).toBe('identity');
});

it.each([
  [404, 'source_not_found'],
  [410, 'source_not_found'],
  [401, 'source_requires_login'],
  [403, 'source_refused'],
  [429, 'source_refused'],
  [304, 'source_refused'],
])(
  'answers %i with %s, without a second try and without a word of the body',
  async (status, code) => {
    const origin = await originFor((_request, response) => {
      response.writeHead(status).end(status === 304 ? undefined : 'SECRET');
    });
    const download = await prepareDownload();
    const error: unknown = await download.fetch(origin.url).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain('SECRET');
    expect(String(error)).not.toContain('127.0.0.1');
    expect(origin.requests).toHaveLength(1);
    expect(await download.files()).toEqual([]);
  },
);

it('gives up on a failing server after three more tries with growing waits', async () => {
  const origin = await originFor((_request, response) => {
    response.writeHead(503).end();
  });
  const download = await prepareDownload();
  await expect(download.fetch(origin.url)).rejects.toMatchObject({ code: 'source_failed' });
  expect(origin.requests).toHaveLength(4);
  expect(download.clock.backoffs).toEqual([1000, 4000, 16_000]);
});

it.each<[string, OriginHandler]>([
  ['answers 503', (_request, response) => void response.writeHead(503).end()],
  ['resets the connection', (request) => void request.socket.resetAndDestroy()],
  [
    'resets it in the middle',
    (request, response) => {
      response.writeHead(200, { 'content-length': 5 });
      response.write('so', () => request.socket.resetAndDestroy());
    },
  ],
  [
    'ends before the end',
    (request, response) => {
      response.writeHead(200, { 'content-length': 5 });
      response.write('so', () => request.socket.end());
    },
  ],
])('gets over a server that twice %s', async (_what, fail) => {
  const origin = await originFor((request, response) => {
    if (origin.requests.length < 3) fail(request, response);
    else response.end('sound');
  });
  const download = await prepareDownload();
  await expect(download.fetch(origin.url)).resolves.toMatchObject({ bytes: 5 });
  expect(origin.requests).toHaveLength(3);
});

it('gets over a name server that fails twice', async () => {
  const origin = await originFor((_request, response) => response.end('sound'));
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    if (asked < 3) throw new Error('EAI_AGAIN');
    return [{ address: '127.0.0.1', family: 4 as const }];
  };
  const guard = createTestGuard({}, { resolve });
  const download = await prepareDownload();
  await download.fetch(`http://nas.local:${origin.port}/`, { guard });
  expect([asked, origin.requests.length]).toEqual([3, 1]);
});

it.each([
  ['a doctype', '<!DOCTYPE html><html><body>SECRET'],
  ['spaces and a byte order mark', '\uFEFF \n<html lang="en">SECRET'],
  ['a comment first', '<!-- SECRET -->\n<!doctype HTML>'],
])('recognizes a web page with %s, whatever its type says', async (_name, page) => {
  const origin = await originFor((_request, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.write(page.slice(0, 4));
    setImmediate(() => response.end(page.slice(4)));
  });
  const download = await prepareDownload();
  const error: unknown = await download.fetch(origin.url).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'source_is_web_page' });
  expect(JSON.stringify(error) + String(error)).not.toContain('SECRET');
  expect(await download.files()).toEqual([]);
});

it('refuses every compressed body before reading it', async () => {
  for (const encoding of ['gzip', 'br', Array(1000).fill('gzip').join(', ')]) {
    const origin = await originFor((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(Buffer.alloc(10_000));
    });
    const download = await prepareDownload();
    await expect(download.fetch(origin.url)).rejects.toMatchObject({ code: 'bad_encoding' });
    expect(await download.files()).toEqual([]);
  }
});

it('says that an empty body is empty', async () => {
  const origin = await originFor((_request, response) => response.end());
  const download = await prepareDownload();
  await expect(download.fetch(origin.url)).rejects.toMatchObject({ code: 'empty_media' });
  expect(await download.files()).toEqual([]);
});

it('stops at the size limit, announced or not', async () => {
  const limits = { ...FETCH_LIMITS, maxBytes: 1_000_000 };
  const announced = await originFor((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_001 }).flushHeaders();
  });
  const endless = await originFor((_request, response) => {
    const chunk = Buffer.alloc(65_536);
    const push = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', push);
    push();
  });
  for (const origin of [announced, endless]) {
    const download = await prepareDownload();
    await expect(download.fetch(origin.url, { limits })).rejects.toMatchObject({
      code: 'source_too_large',
    });
    expect(await download.files()).toEqual([]);
  }
});

it('leaves the free space of the disk that others need', async () => {
  const origin = await originFor((_request, response) => response.end('sound'));
  const limits = { ...FETCH_LIMITS, freeDiskFloor: Number.MAX_SAFE_INTEGER };
  const download = await prepareDownload();
  await expect(download.fetch(origin.url, { limits })).rejects.toMatchObject({ code: 'disk_full' });
});

it('says that a server which does not exist cannot be reached', async () => {
  const canary = await startCanary();
  await canary.close();
  const download = await prepareDownload();
  await expect(download.fetch(`http://127.0.0.1:${canary.port}/`)).rejects.toMatchObject({
    code: 'source_unreachable',
  });
  expect(download.clock.backoffs).toHaveLength(3);
});

it('takes no proxy from the environment', async () => {
  const canary = await startCanary();
  onTestFinished(() => canary.close());
  vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${canary.port}`);
  vi.stubEnv('http_proxy', `http://127.0.0.1:${canary.port}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const origin = await originFor((_request, response) => response.end('sound'));
  const download = await prepareDownload();
  await expect(download.fetch(origin.url)).resolves.toMatchObject({ bytes: 5 });
  expect(canary.connections()).toBe(0);
});

it('does not talk to a server whose certificate is not trusted', async () => {
  const folder = await temporaryFolder();
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const making = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
  execaSync('openssl', [...making, ...subject], { stdio: 'ignore' });
  let requests = 0;
  const server = createServer(
    { key: await readFile(key), cert: await readFile(cert) },
    (_request, response) => {
      requests += 1;
      response.end('sound');
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { port } = server.address() as AddressInfo;
  const download = await prepareDownload();
  await expect(download.fetch(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
    code: 'source_unreachable',
  });
  expect(requests).toBe(0);
});
