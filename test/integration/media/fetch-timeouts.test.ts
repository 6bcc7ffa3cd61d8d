import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/main/core/clock.ts';
import { FETCH_LIMITS, type FetchLimits } from '../../../src/main/media/download/fetch-media.ts';
import { createLinkProbe } from '../../../src/main/media/download/probe-link.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { originFor, prepareDownload } from '../../helpers/harness/media-fetch.ts';
import { createTestGuard } from '../../helpers/harness/media-guard.ts';
import { until } from '../../helpers/harness/until.ts';
import { serveFile } from '../../helpers/servers/http-origin.ts';

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

it('waits half a minute for the start of a link that is only looked at', async () => {
  const origin = await originFor((_request, response) => {
    response.flushHeaders();
    response.write('drip');
  });
  const clock = createFakeClock();
  const waits: number[] = [];
  const counting: Clock = {
    ...clock,
    sleep: (ms, signal) => {
      waits.push(ms);
      return clock.sleep(ms, signal);
    },
  };
  const probe = createLinkProbe({ clock: counting }, createTestGuard());
  const running = probe.url(origin.url, new AbortController().signal);
  const failure = expect(running).rejects.toMatchObject({ code: 'source_timeout' });
  // For the headers, then for the start.
  await expect.poll(() => waits).toEqual([30_000, 30_000]);
  await clock.advance(30_000);
  await failure;
});

describe('a server that sends on and on', () => {
  const STEP_MS = 45_000;

  /** Lets it send so much every 45 seconds, for nine minutes or until the download ends. */
  async function drip(bytes: number, limits: Partial<FetchLimits>) {
    let send = (_piece: Buffer) => {};
    const origin = await originFor((_request, response) => {
      response.flushHeaders();
      send = (piece) => response.write(piece);
    });
    const { fetch, clock } = await prepareDownload();
    let received = 0;
    let ended: unknown = null;
    fetch(origin.url, {
      limits: { ...FETCH_LIMITS, ...limits },
      onProgress: ({ receivedBytes }) => {
        received = receivedBytes;
      },
    }).catch((error: unknown) => {
      ended = error;
    });
    await clock.sleeping(FETCH_LIMITS.idleTimeoutMs);
    let steps = 0;
    for (; steps < 12; steps += 1) {
      send(Buffer.alloc(bytes));
      await until(() => ended || received === (steps + 1) * bytes);
      if (ended) break;
      await clock.advance(STEP_MS);
    }
    return { ended, seconds: (steps * STEP_MS) / 1000, origin };
  }

  const tooSlow = expect.objectContaining({ code: 'source_too_slow' });

  it('at 100 bytes a second is given up after three minutes, and not tried again', async () => {
    const { ended, seconds, origin } = await drip(4500, {});
    expect([ended, seconds]).toEqual([tooSlow, 180]);
    expect(origin.requests).toHaveLength(1);
  });

  it('at 2 KiB a second is left alone, as a model is at any speed', async () => {
    expect((await drip(2048 * 45, {})).ended).toBeNull();
    expect((await drip(4500, { speedFloor: null })).ended).toBeNull();
  });

  it('for a day at any speed is given up, and not tried again', async () => {
    const day = await drip(100_000, { totalTimeoutMs: 400_000 });
    expect([day.ended, day.seconds]).toEqual([tooSlow, 405]);
    expect(day.origin.requests).toHaveLength(1);
  });
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
