import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Origin } from '../../helpers/servers/http-origin.ts';
import {
  PAGE_SECONDS,
  prepareVideoFetch,
  secondsOf,
  serveVideoPages,
  solvingYtDlp,
} from '../../helpers/servers/video-pages.ts';

let origin: Origin;

beforeAll(async () => {
  origin = await serveVideoPages();
});
afterAll(() => origin.close());

describe('the recording of a page', () => {
  it('is fetched whole', async () => {
    const video = await prepareVideoFetch();
    const parts: number[] = [];
    const facts = await video.fetch(`${origin.url}/file.html`, {
      onProgress: ({ receivedBytes }) => parts.push(receivedBytes),
    });
    expect(facts).toMatchObject({
      platform: null,
      title: 'A talk & more',
      chapters: [],
      isPlaylist: false,
    });
    expect(await video.files()).toEqual(['media']);
    expect(await secondsOf(video.destination)).toBe(PAGE_SECONDS);
    expect(parts.length).toBeGreaterThan(0);
  });

  it('fails where there is none, and leaves nothing', async () => {
    const video = await prepareVideoFetch();
    const failing = video.fetch(`${origin.url}/none.html`);
    await expect(failing).rejects.toMatchObject({ code: 'source_is_web_page' });
    expect(await video.files()).toEqual([]);
  });
});

describe('platforms with riddles in JavaScript', () => {
  it('are solved by the Node that runs Steno, under the limits of yt-dlp', async () => {
    const video = await prepareVideoFetch();
    const failing = video.fetch(`${origin.url}/file.html`, { program: await solvingYtDlp() });
    await expect(failing).rejects.toMatchObject({ code: 'source_requires_login' });
  });
});
