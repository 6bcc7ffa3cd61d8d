import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBytes } from '../../helpers/corpus/recordings.ts';
import { quickEngine, writeProgram } from '../../helpers/engines/engine-programs.ts';
import {
  makeTempFolder,
  startTestApp,
  type TestApp,
  transcribe,
} from '../../helpers/harness/app.ts';
import { isSoak } from '../../helpers/harness/dose.ts';
import { originFor, temporaryFolder } from '../../helpers/harness/media-fetch.ts';
import { ONE_VOICE } from '../../helpers/harness/one-voice.ts';
import { runSteno } from '../../helpers/harness/service-process.ts';
import { EPISODES, type Podcast, startPodcast } from '../../helpers/servers/podcast-feed.ts';
import { page } from '../../helpers/servers/video-pages.ts';

let app: TestApp;
let podcast: Podcast;
let folder: string;

beforeAll(async () => {
  podcast = await startPodcast();
  folder = await makeTempFolder();
  const engineFile = await writeProgram(join(folder, 'engine'), quickEngine);
  app = await startTestApp({ engineFile }, { tasks: ONE_VOICE });
});
afterAll(async () => {
  await app.stop();
  await podcast.close();
  await rm(folder, { recursive: true });
});

describe('a link is looked at without fetching what it leads to', () => {
  test('a feed: its recordings, how many and how long', async () => {
    expect(await app.keyClient.expandSource({ url: podcast.feed })).toEqual({
      title: 'A year in the garden',
      count: 3,
      duration_seconds: 9,
      items: EPISODES.map((title) => ({
        url: `${podcast.url}/${title}.mp3`,
        title,
        duration_seconds: 3,
      })),
    });
    expect(podcast.fetched()).toEqual([]);
  });

  test('a file: itself, and only its beginning is asked for', async () => {
    const bytes = Buffer.concat(Array(20).fill(sampleBytes()));
    const origin = await originFor((_request, response) => response.end(bytes));
    const url = `${origin.url}/talk`;
    expect(await app.keyClient.expandSource({ url })).toEqual({
      title: 'talk',
      count: 1,
      duration_seconds: null,
      items: [{ url, title: 'talk', duration_seconds: null }],
    });
    expect(origin.requests).toHaveLength(1);
  });

  test('a page with one recording: the page', async () => {
    const origin = await originFor((_request, response) =>
      response.end(page('A talk', '<video src="talk.m4a"></video>')),
    );
    const url = `${origin.url}/`;
    expect(await app.keyClient.expandSource({ url })).toMatchObject({ count: 1, items: [{ url }] });
  });

  test.each([
    ['nothing is there', '/missing', 'source_not_found'],
    ['it needs a login', '/members', 'source_requires_login'],
  ])('%s: an error says so', async (_what, path, code) => {
    const status = { '/missing': 404, '/members': 401 }[path] ?? 500;
    const origin = await originFor((_request, response) => response.writeHead(status).end());
    await expect(app.keyClient.expandSource({ url: origin.url + path })).rejects.toMatchObject({
      code,
    });
  });

  test.each([
    ['our own service', () => `${app.url}/v1/transcriptions`, 'blocked_address'],
    ['link-local', () => 'http://169.254.169.254/', 'blocked_address'],
    ['a file', () => 'file:///etc/passwd', 'invalid_url'],
  ])('%s is never looked at', async (_what, link, code) => {
    await expect(app.keyClient.expandSource({ url: link() })).rejects.toMatchObject({ code });
  });
});

// That fetching refuses one is in yt-dlp-pages.test.ts.
test.runIf(isSoak)(
  'a playlist alone is not transcribed: the error says what to do, and only its first was looked at',
  async () => {
    const failed = await transcribe(app.client, { url: podcast.feed });
    expect(failed).toMatchObject({
      status: 'failed',
      points_spent: 0,
      error: { code: 'source_is_playlist', retryable: false },
    });
    expect(podcast.fetched()).not.toContain(`/${EPISODES[1]}.mp3`);
  },
);

describe('on the command line', () => {
  test('nothing is transcribed without a yes', async () => {
    podcast.requests.length = 0;
    const data = await temporaryFolder();
    const { code, stderr } = await runSteno(['transcribe', podcast.feed, '--data', data]);
    expect(stderr).toContain('This leads to 3 recordings, 0:09. Add --yes to transcribe them all.');
    expect(code).toBe(1);
    expect(podcast.fetched()).toEqual([]);
  });

  test('--yes takes them all, here by the service that runs', async () => {
    const out = await temporaryFolder();
    const args = ['transcribe', podcast.feed, '--yes', '--out', out, '--data', app.dataDir];
    const { code, stderr } = await runSteno([...args, '--no-structure']);
    expect(stderr).toContain('Done');
    expect(code).toBe(0);
    expect((await readdir(out)).sort()).toEqual(EPISODES.map((title) => `${title}.txt`).sort());
  });
});
