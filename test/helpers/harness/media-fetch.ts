import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type FetchedMedia,
  type FetchOptions,
  fetchMedia,
} from '../../../src/main/media/download/fetch-media.ts';
import { type Origin, type OriginHandler, startOrigin } from '../servers/http-origin.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createTestGuard } from './media-guard.ts';

/** A folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'steno-media-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An origin that closes when the test ends. */
export async function originFor(handler: OriginHandler): Promise<Origin> {
  const origin = await startOrigin(handler);
  onTestFinished(() => origin.close());
  return origin;
}

type ImpatientClock = FakeClock & {
  /** The waits between attempts, in order; they pass at once. */
  backoffs: number[];
};

/** A standing clock on which only timeouts wait; the shorter waits between attempts pass at once. */
function createImpatientClock(): ImpatientClock {
  const clock = createFakeClock();
  const backoffs: number[] = [];
  const sleep = (ms: number, signal?: AbortSignal) => {
    if (ms >= 30_000) return clock.sleep(ms, signal);
    backoffs.push(ms);
    return Promise.resolve();
  };
  return { ...clock, sleep, backoffs };
}

export type Download = {
  fetch(url: string, options?: Partial<FetchOptions>): Promise<FetchedMedia>;
  destination: string;
  clock: ImpatientClock;
  /** What lies in the download's folder. */
  files(): Promise<string[]>;
};

/** Everything a download needs, in a folder of its own. */
export async function prepareDownload(): Promise<Download> {
  const folder = await temporaryFolder();
  const destination = path.join(folder, 'source');
  const clock = createImpatientClock();
  return {
    destination,
    clock,
    files: async () => (await readdir(folder)).sort(),
    fetch: (url, options = {}) =>
      fetchMedia({
        url,
        destination,
        clock,
        guard: createTestGuard(),
        signal: new AbortController().signal,
        ...options,
      }),
  };
}
