import { expect, it } from 'vitest';
import { serveFile } from '../../helpers/http-origin.ts';
import { originFor, prepareDownload } from '../../helpers/media-fetch.ts';

const ATTEMPTS = 4;

it('waits 30 s for an answer, four times', async () => {
  const origin = await originFor(() => undefined);
  const { fetch, clock } = await prepareDownload();
  const failure = expect(fetch(origin.url)).rejects.toMatchObject({ code: 'source_timeout' });
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await clock.sleeping(30_000);
    await expect.poll(() => origin.requests.length).toBe(attempt);
    await clock.advance(30_000);
  }
  await failure;
  expect(clock.sleepers()).toBe(0);
});

it('gets over a source that falls silent in the middle', async () => {
  const bytes = Buffer.alloc(200_000, 'steno');
  const origin = await originFor((request, response) => {
    if (origin.requests.length > 1) return serveFile(request, response, { bytes, etag: '"one"' });
    response.writeHead(200, { etag: '"one"', 'content-length': bytes.length });
    return response.write(bytes.subarray(0, 100_000));
  });
  const { fetch, clock } = await prepareDownload();
  let received = 0;
  const running = fetch(origin.url, {
    onProgress: ({ receivedBytes }) => {
      received = receivedBytes;
    },
  });
  await expect.poll(() => received).toBe(100_000);
  await clock.advance(60_000);
  await expect(running).resolves.toMatchObject({ bytes: bytes.length });
  expect(origin.requests[1]?.headers.range).toBe('bytes=100000-');
  expect(clock.sleepers()).toBe(0);
});

it('takes a few bytes now and then for silence', async () => {
  const origin = await originFor((_request, response) => {
    response.flushHeaders();
    response.write('drip');
  });
  const { fetch, clock } = await prepareDownload();
  let drips = 0;
  const running = fetch(origin.url, {
    onProgress: () => {
      drips += 1;
    },
  });
  const failure = expect(running).rejects.toMatchObject({ code: 'source_timeout' });
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await expect.poll(() => drips).toBe(attempt);
    await clock.advance(60_000);
  }
  await failure;
});

it('ends at once when it is canceled, whether it waits or receives', async () => {
  const silent = await originFor(() => undefined);
  const stalled = await originFor((_request, response) => {
    response.write('drip');
  });
  for (const origin of [silent, stalled]) {
    const { fetch, clock } = await prepareDownload();
    const stop = new AbortController();
    const running = fetch(origin.url, { signal: stop.signal });
    const failure = expect(running).rejects.toThrow('no longer wanted');
    await expect.poll(() => origin.requests.length).toBe(1);
    stop.abort(new Error('no longer wanted'));
    await failure;
    expect(clock.sleepers()).toBe(0);
  }
});
