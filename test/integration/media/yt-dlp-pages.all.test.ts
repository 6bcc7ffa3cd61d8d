/** Other kinds of pages, a yt-dlp that is killed, and what solves the riddles of platforms. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/main/core/clock.ts';
import { askYtDlpVersion } from '../../../src/main/media/yt-dlp/run-yt-dlp.ts';
import { temporaryFolder } from '../../helpers/harness/media-fetch.ts';
import { shellWord, writeScript } from '../../helpers/harness/shell-script.ts';
import type { Origin } from '../../helpers/servers/http-origin.ts';
import {
  PAGE_SECONDS,
  pathsOf,
  prepareVideoFetch,
  secondsOf,
  serveVideoPages,
  solvingYtDlp,
} from '../../helpers/servers/video-pages.ts';

let origin: Origin;
const { signal } = new AbortController();

beforeAll(async () => {
  origin = await serveVideoPages();
});
afterAll(() => origin.close());

describe('the recording of a page', () => {
  it.each([
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
    ['/two.html', 'source_is_playlist'],
    ['/missing.html', 'source_not_found'],
  ])('%s fails with %s and leaves nothing', async (page, code) => {
    const video = await prepareVideoFetch();
    await expect(video.fetch(origin.url + page)).rejects.toMatchObject({ code });
    expect(await video.files()).toEqual([]);
    expect(pathsOf(origin)).not.toContain('/talk.m4a?2');
  });
});

/** A yt-dlp that something kills in its first life, and that is the machine's own afterwards. */
async function killedOnce(folder: string): Promise<string> {
  const lived = shellWord(path.join(folder, 'lived'));
  const script = [`[ -e ${lived} ] && exec yt-dlp "$@"`, `touch ${lived}`, 'kill -9 $$'];
  return writeScript(path.join(folder, 'killed-yt-dlp'), ...script);
}

it('starts again a yt-dlp that was killed', async () => {
  const folder = await temporaryFolder();
  const version = await askYtDlpVersion('yt-dlp', { clock: systemClock, signal });
  const program = { file: await killedOnce(folder), version };
  const video = await prepareVideoFetch();
  let retries = 0;
  const onRetry = async () => void retries++;
  const facts = await video.fetch(`${origin.url}/file.html`, { program, onRetry, retryDelayMs: 0 });
  expect([facts.title, retries]).toEqual(['A talk & more', 1]);
});

it('says that a yt-dlp was killed both times', async () => {
  const folder = await temporaryFolder();
  const file = await writeScript(path.join(folder, 'yt-dlp'), 'kill -9 $$');
  const video = await prepareVideoFetch();
  const program = { file, version: '2026.01.01' };
  const failing = video.fetch(`${origin.url}/file.html`, { program, retryDelayMs: 0 });
  await expect(failing).rejects.toMatchObject({ code: 'yt_dlp_crashed', retryable: true });
});

describe('platforms with riddles in JavaScript', () => {
  it('are solved by a Deno where one is named', async () => {
    const folder = await temporaryFolder();
    const asked = path.join(folder, 'asked');
    const deno = await writeScript(
      path.join(folder, 'deno'),
      `touch ${shellWord(asked)}`,
      `exec ${shellWord(process.execPath)} -`,
    );
    process.env['STENO_DENO'] = deno;
    onTestFinished(() => {
      delete process.env['STENO_DENO'];
    });
    const video = await prepareVideoFetch();
    const failing = video.fetch(`${origin.url}/file.html`, { program: await solvingYtDlp() });
    await expect(failing).rejects.toMatchObject({ code: 'source_requires_login' });
    expect(existsSync(asked)).toBe(true);
  });

  it('are named where no program solves them', async () => {
    const video = await prepareVideoFetch();
    const program = { ...(await solvingYtDlp()), version: '2025.10.22' };
    const failing = video.fetch(`${origin.url}/file.html`, { program });
    await expect(failing).rejects.toMatchObject({ code: 'js_runtime_missing' });
  });
});
