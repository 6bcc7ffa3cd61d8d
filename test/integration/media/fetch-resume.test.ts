import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type Download, originFor, prepareDownload } from '../../helpers/harness/media-fetch.ts';
import {
  type OriginHandler,
  type SeenRequest,
  serveFile,
} from '../../helpers/servers/http-origin.ts';
import { sendEndlessly } from '../../helpers/servers/send-endlessly.ts';

const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, at) => (at * 7919) % 251));
const HALF = bytes.length / 2;

/** Downloads from an origin that resets the first answer once half of it was stored, then behaves as told. */
async function fetchAcrossReset(download: Download, then: OriginHandler): Promise<SeenRequest[]> {
  let reset = () => {};
  const origin = await originFor((request, response) => {
    if (origin.requests.length > 1) return then(request, response);
    reset = () => response.socket?.resetAndDestroy();
    response.writeHead(200, { etag: '"one"', 'content-length': bytes.length });
    return response.write(bytes.subarray(0, HALF));
  });
  const media = await download.fetch(origin.url, {
    onProgress: ({ receivedBytes }) => {
      if (receivedBytes === HALF) reset();
    },
  });
  expect(media.bytes).toBe(bytes.length);
  expect(origin.requests[1]?.headers).toMatchObject({
    range: `bytes=${HALF}-`,
    'if-range': '"one"',
  });
  return origin.requests;
}

async function expectWhole(download: Download): Promise<void> {
  // Not toEqual: the difference of two large buffers takes minutes to print.
  expect(bytes.equals(await readFile(download.destination))).toBe(true);
  expect(await download.files()).toEqual(['source']);
}

/** Downloads until some of the body has arrived, then stops as a cancel or a crash would. */
async function interrupt(download: Download, url: string): Promise<void> {
  const stop = new AbortController();
  const running = download.fetch(url, {
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('stopped')),
  });
  await expect(running).rejects.toThrow('stopped');
  expect(await download.files()).toEqual(['source.part', 'source.part.json']);
}

it('goes on where the connection broke', async () => {
  const download = await prepareDownload();
  const requests = await fetchAcrossReset(download, (request, response) =>
    serveFile(request, response, { bytes, etag: '"one"' }),
  );
  await expectWhole(download);
  expect(requests).toHaveLength(2);
});

it('goes on in a later call, after a stop', async () => {
  const origin = await originFor((request, response) => {
    if (origin.requests.length > 1) return serveFile(request, response, { bytes, etag: '"one"' });
    response.writeHead(200, { etag: '"one"', 'content-length': bytes.length });
    response.write(bytes.subarray(0, HALF));
  });
  const download = await prepareDownload();
  await interrupt(download, origin.url);
  await download.fetch(origin.url);
  await expectWhole(download);
  expect(origin.requests[1]?.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
});

it('starts again when the recording has changed', async () => {
  const download = await prepareDownload();
  await fetchAcrossReset(download, (request, response) =>
    serveFile(request, response, { bytes, etag: '"two"' }),
  );
  await expectWhole(download);
});

it('starts again when the server knows no ranges', async () => {
  const download = await prepareDownload();
  await fetchAcrossReset(download, (_request, response) => response.end(bytes));
  await expectWhole(download);
});

it('starts again when the server sends another part than the one asked for', async () => {
  const download = await prepareDownload();
  const requests = await fetchAcrossReset(download, (request, response) => {
    if (request.headers.range === undefined) return response.end(bytes);
    const range = `bytes 5-${bytes.length - 1}/${bytes.length}`;
    return response.writeHead(206, { 'content-range': range }).end(bytes.subarray(5));
  });
  await expectWhole(download);
  expect(requests).toHaveLength(3);
});

it('starts again when it cannot prove that the recording is the same', async () => {
  const origin = await originFor((_request, response) => {
    const broken = origin.requests.length === 1;
    response.writeHead(200, { etag: 'W/"weak"', 'content-length': bytes.length });
    if (!broken) return response.end(bytes);
    return response.write(bytes.subarray(0, HALF), () => response.socket?.resetAndDestroy());
  });
  const download = await prepareDownload();
  await download.fetch(origin.url);
  await expectWhole(download);
  expect(origin.requests[1]?.headers.range).toBeUndefined();
});

it('uses nothing of another URL that went to the same place', async () => {
  const origin = await originFor((request, response) => {
    if (request.url === '/b') return serveFile(request, response, { bytes, etag: '"one"' });
    response.writeHead(200, { etag: '"one"', 'content-length': bytes.length });
    return response.write(Buffer.alloc(HALF, 'x'));
  });
  const download = await prepareDownload();
  await interrupt(download, `${origin.url}/a`);
  await download.fetch(`${origin.url}/b`);
  await expectWhole(download);
});

it('finishes a download that was complete but not yet named', async () => {
  const origin = await originFor((request, response) => {
    if (request.headers.range === `bytes=${bytes.length}-`) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
      return;
    }
    response.writeHead(200, { etag: '"one"', 'transfer-encoding': 'chunked' });
    response.write(bytes);
  });
  const download = await prepareDownload();
  const stop = new AbortController();
  const running = download.fetch(origin.url, {
    signal: stop.signal,
    onProgress: ({ receivedBytes }) => {
      if (receivedBytes === bytes.length) stop.abort(new Error('stopped'));
    },
  });
  await expect(running).rejects.toThrow('stopped');
  await expect(download.fetch(origin.url)).resolves.toMatchObject({ bytes: bytes.length });
  await expectWhole(download);
});

it('says that a recording arrived only in part when every try breaks off', async () => {
  const origin = await originFor((_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, HALF), () => response.socket?.end());
  });
  const download = await prepareDownload();
  await expect(download.fetch(origin.url)).rejects.toMatchObject({ code: 'source_incomplete' });
  expect(origin.requests).toHaveLength(4);
});

it('leaves a server that sends more than it announced, and keeps nothing of it', async () => {
  let left: Promise<void> | null = null;
  let reset = () => {};
  const origin = await originFor((_request, response) => {
    const rest = { etag: '"one"', 'content-range': `bytes ${HALF}-399999/400000` };
    if (origin.requests.length > 1) left = sendEndlessly(response.writeHead(206, rest));
    else {
      reset = () => response.socket?.resetAndDestroy();
      response.writeHead(200, { etag: '"one"', 'content-length': bytes.length });
      response.write(bytes.subarray(0, HALF));
    }
  });
  const download = await prepareDownload();
  const onProgress = ({ receivedBytes }: { receivedBytes: number }) => {
    if (receivedBytes === HALF) reset();
  };
  await expect(download.fetch(origin.url, { onProgress })).rejects.toMatchObject({
    code: 'source_too_large',
    message: 'The server sent more than it had announced.',
  });
  expect(await download.files()).toEqual([]);
  expect(left).not.toBeNull();
  await left;
});
