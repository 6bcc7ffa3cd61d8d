import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../helpers/harness/media-fetch.ts';
import { writeScript } from '../../helpers/harness/shell-script.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';
import {
  PAGE_SECONDS,
  prepareVideoFetch,
  secondsOf,
  serveVideoPages,
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
  /** A yt-dlp of today that solves one with the program it is told of, and says what came of it. */
  async function solving(): Promise<{ file: string; version: string }> {
    const folder = await temporaryFolder();
    const script = [
      'while [ "$1" != "--js-runtimes" ] && [ $# -gt 0 ]; do shift; done',
      'runtime=$(echo "$2" | cut -c 6-)',
      'answer=$(echo "console.log(6 * 7)" | "$runtime" -)',
      '[ "$answer" = 42 ] || echo "WARNING: [x] No supported JavaScript runtime could be found." >&2',
      '[ "$answer" = 42 ] && echo "ERROR: [x] a: Private video" >&2',
      '[ "$answer" = 42 ] || echo "ERROR: [x] a: Requested format is not available" >&2',
      'exit 1',
    ];
    const file = await writeScript(path.join(folder, 'yt-dlp'), ...script);
    return { file, version: '2026.08.19' };
  }

  it('are solved by the Node that runs Steno, under the limits of yt-dlp', async () => {
    const video = await prepareVideoFetch();
    const failing = video.fetch(`${origin.url}/file.html`, { program: await solving() });
    await expect(failing).rejects.toMatchObject({ code: 'source_requires_login' });
  });
});
