/** Platforms that send slowly: what comes in through the proxy is what counts. */
import { expect, it } from 'vitest';
import type { RunLimits } from '../../../src/main/media/yt-dlp/run-yt-dlp.ts';
import { RECORDING_FLOOR } from '../../../src/main/processes/watchdog.ts';
import { createFakeClock } from '../../helpers/harness/fake-clock.ts';
import { originFor } from '../../helpers/harness/media-fetch.ts';
import { until } from '../../helpers/harness/until.ts';
import { page, prepareVideoFetch } from '../../helpers/servers/video-pages.ts';

/** The limits without that on silence, so that only the one in question ends anything. */
const LIMITS: RunLimits = {
  maxBytes: 1_000_000,
  idleTimeoutMs: 3_600_000,
  speedFloor: RECORDING_FLOOR,
  totalTimeoutMs: 24 * 3_600_000,
};
const BYTES = 600_000;

/** Fetches a recording of which only so much arrives at first; the rest comes when it is sent. */
async function begin(arrived: number, limits: RunLimits) {
  let asked = 0;
  let sendRest = () => {};
  const origin = await originFor((request, response) => {
    if (request.url === '/') return response.end(page('x', '<video src="a.mp3"></video>'));
    asked += 1;
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': BYTES });
    sendRest = () => response.end(Buffer.alloc(BYTES - arrived, 1));
    return response.write(Buffer.alloc(arrived, 1));
  });
  const clock = createFakeClock();
  const video = await prepareVideoFetch();
  let received = 0;
  const fetched = video
    .fetch(`${origin.url}/`, {
      clock,
      limits,
      onProgress: ({ receivedBytes }) => {
        received = receivedBytes;
      },
    })
    .catch((error: unknown) => error);
  await until(() => asked > 0);
  return {
    clock,
    fetched,
    received: () => received,
    asked: () => asked,
    sendRest: () => sendRest(),
  };
}

const tooSlow = expect.objectContaining({ code: 'source_too_slow' });

it('a drip is given up after three minutes, and not tried again', async () => {
  const { clock, fetched, asked } = await begin(1000, LIMITS);
  const before = asked();
  await clock.advance(RECORDING_FLOOR.everyMs);
  expect(await fetched).toEqual(tooSlow);
  expect(asked()).toBe(before);
  expect(clock.sleepers()).toBe(0);
});

it('a platform that pauses is waited for', async () => {
  const { clock, fetched, received, sendRest } = await begin(BYTES - 50_000, LIMITS);
  await until(() => received() > RECORDING_FLOOR.bytes);
  await clock.advance(RECORDING_FLOOR.everyMs);
  sendRest();
  expect(await fetched).toMatchObject({ title: 'x' });
});

it('what has not arrived after a day is given up', async () => {
  const { clock, fetched } = await begin(BYTES / 2, {
    ...LIMITS,
    speedFloor: null,
    idleTimeoutMs: 1e9,
  });
  await clock.advance(LIMITS.totalTimeoutMs);
  expect(await fetched).toEqual(tooSlow);
});
