import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/main/clock.ts';
import { decodeToPcm } from '../../src/main/media/ffmpeg.ts';
import { findFfmpeg } from '../../src/main/media/find-ffmpeg.ts';
import type { Origin } from '../helpers/http-origin.ts';
import { serveRecordings } from '../helpers/recordings.ts';
import { PAGE_SECONDS, pathsOf, prepareVideoFetch, videoPages } from '../helpers/video-pages.ts';

let folder: string;
let origin: Origin;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'steno-pages-'));
  origin = await serveRecordings(await videoPages(folder));
});
afterAll(async () => {
  await origin.close();
  await rm(folder, { recursive: true, force: true });
});

async function secondsOf(file: string): Promise<number> {
  const { durationMs } = await decodeToPcm({
    ffmpeg: await findFfmpeg({ env: process.env }),
    input: file,
    output: `${file}.s16`,
    clock: systemClock,
    signal: new AbortController().signal,
  });
  return Math.round(durationMs / 1000);
}

describe('the recording of a page', () => {
  it.each([
    ['/file.html', 'A talk & more'],
    ['/hls.html', 'Streamed'],
    ['/dash.html', 'Dashed'],
  ])('%s is fetched whole', async (page, title) => {
    const video = await prepareVideoFetch();
    const parts: number[] = [];
    const facts = await video.fetch(origin.url + page, {
      onProgress: ({ receivedBytes }) => parts.push(receivedBytes),
    });
    expect(facts).toMatchObject({ platform: null, title, chapters: [], isPlaylist: false });
    expect(await video.files()).toEqual(['media']);
    expect(await secondsOf(video.destination)).toBe(PAGE_SECONDS);
    expect(parts.length).toBeGreaterThan(0);
  });

  it.each([
    ['/none.html', 'source_is_web_page'],
    ['/two.html', 'source_is_playlist'],
    ['/missing.html', 'source_not_found'],
  ])('%s fails with %s and leaves nothing', async (page, code) => {
    const video = await prepareVideoFetch();
    await expect(video.fetch(origin.url + page)).rejects.toMatchObject({ code });
    expect(await video.files()).toEqual([]);
    expect(pathsOf(origin)).not.toContain('/talk.m4a?2');
  });
});
