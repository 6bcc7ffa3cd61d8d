import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openPage } from '../helpers/harness/browser.ts';
import { originFor } from '../helpers/harness/media-fetch.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { until } from '../helpers/harness/until.ts';
import { type Podcast, startPodcast } from '../helpers/servers/podcast-feed.ts';
import {
  programOf,
  type ReleaseServer,
  startReleaseServer,
} from '../helpers/servers/release-server.ts';
import { choose, pasteLinks, row, signIn, TRANSCRIBED } from './open-window.ts';
import { quick } from './window-engines.ts';

let app: TestApp;
let page: Page;

async function open(overrides: Parameters<typeof startTestApp>[0] = {}) {
  app = await startTestApp({ ...(await quick()), ...overrides }, { tasks: ONE_VOICE });
  page = await openPage();
  await signIn(page, app);
  await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
}

async function close() {
  await page.context().close();
  await app.stop();
}

/** A feed of a recording that is there and one that no one wants. */
function feedOfTwo(episode: string): string {
  const item = (title: string, url: string) =>
    `<item><title>${title}</title><enclosure url="${url}" type="audio/mpeg"/></item>`;
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Two of the garden</title>${item('Watering', episode)}${item('Another', `${episode}?2`)}</channel></rss>`;
}

describe('a pasted playlist', TRANSCRIBED, () => {
  let podcast: Podcast;
  const box = () => page.getByRole('textbox', { name: 'Paste a link to a recording' });
  const question = () => page.getByRole('dialog', { name: 'A year in the garden' });
  const titles = async () =>
    (await app.client.listTranscriptions()).data.map(({ source }) => source.url).sort();

  beforeAll(async () => {
    podcast = await startPodcast();
    await open();
  });
  afterAll(async () => {
    await close();
    await podcast.close();
  });

  test('is asked about, with how many and how long, before anything is created', async () => {
    await pasteLinks(page, podcast.feed);
    await question().waitFor(TRANSCRIBED);
    await question()
      .getByText('This link leads to 3 recordings. Together they last 0:09.')
      .waitFor();
    expect(await question().getByRole('checkbox').count()).toBe(3);
    expect(await violations(page)).toEqual([]);
    expect(await titles()).toEqual([]);
    expect(podcast.fetched()).toEqual([]);
  });

  test('is put back into the box by Escape', async () => {
    await page.keyboard.press('Escape');
    await question().waitFor({ state: 'detached' });
    await until(async () => (await box().inputValue()) === podcast.feed);
    expect(await titles()).toEqual([]);
  });

  test('gives what was chosen of it, by keyboard alone', async () => {
    await box().press('Enter');
    await question().getByRole('button', { name: 'Transcribe 3 · 0:09' }).waitFor(TRANSCRIBED);
    await question().getByRole('checkbox', { name: 'Watering' }).focus();
    await page.keyboard.press('Space');
    await question().getByRole('button', { name: 'Transcribe 2 · 0:06' }).focus();
    await page.keyboard.press('Enter');
    await row(page, 'Sowing').waitFor();
    await row(page, 'Harvest').waitFor();
    expect(await titles()).toEqual([`${podcast.url}/Harvest.mp3`, `${podcast.url}/Sowing.mp3`]);
    await until(async () => (await box().inputValue()) === '');
  });

  test('that failed because no user had been asked is asked about from its row, by keyboard', async () => {
    const fresh = await originFor((request, response) => {
      const episode = `${podcast.url}/Watering.mp3`;
      const isFeed = request.url === '/late';
      response.end(isFeed ? feedOfTwo(episode) : '');
    });
    const failed = await app.client.createTranscription({ url: `${fresh.url}/late` });
    const choose = row(page, 'late').getByRole('button', { name: 'Choose recordings of' });
    await choose.waitFor(TRANSCRIBED);
    expect(await row(page, 'late').getByRole('button', { name: 'again' }).count()).toBe(0);
    await choose.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Two of the garden' });
    await dialog.getByText('This link leads to 2 recordings.').waitFor(TRANSCRIBED);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await choose.and(page.locator(':focus')).waitFor();

    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: 'Another' }).focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Transcribe 1' }).focus();
    await page.keyboard.press('Enter');
    await row(page, 'Watering').waitFor();
    await until(async () => !(await titles()).includes(failed.source.url));
    expect(await titles()).toContain(`${podcast.url}/Watering.mp3`);
    await box().and(page.locator(':focus')).waitFor();
  });

  test('that takes long to look at can be left', async () => {
    const silent = await originFor(() => {});
    await pasteLinks(page, `${silent.url}/list`);
    await page.getByText(`Checking ${silent.url}/list…`).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await until(async () => (await box().inputValue()) === `${silent.url}/list`);
    expect(await titles()).toHaveLength(3);
  });
});

describe('the settings of links', TRANSCRIBED, () => {
  let releases: ReleaseServer;

  beforeAll(async () => {
    releases = await startReleaseServer();
    await open({ ytDlpUrl: releases.url });
    await page.goto(`${app.url}/settings/links`);
  });
  afterAll(async () => {
    await close();
    await releases.close();
  });

  test('tell which yt-dlp is used and update it', async () => {
    await page.getByText(/^Version/).waitFor();
    for (const version of ['2026.01.01', '2026.08.19']) {
      releases.release(programOf(version));
      await page.getByRole('button', { name: 'Update' }).click();
      await page.getByText(`Version ${version}`, { exact: true }).waitFor();
      await page.getByRole('status').getByText(`Version ${version} is now in use.`).waitFor();
    }
    await page.getByText('Downloaded by Steno').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('say so when it is the newest, and when a download was tampered with', async () => {
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('This is already the newest version.').waitFor();
    releases.release(programOf('2027.01.01'), 'no sums');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('does not match its published SHA-256').first().waitFor();
    await page.getByText('Version 2026.08.19', { exact: true }).waitFor();
  });

  test('go back to the one before', async () => {
    await page.getByRole('button', { name: 'Go back to 2026.01.01' }).click();
    await page.getByText('Version 2026.01.01', { exact: true }).waitFor();
  });

  test('keep the browser whose cookies are used', async () => {
    const choice = page.getByRole('combobox', { name: 'Cookies from' });
    await choose(choice, 'Firefox');
    await until(async () => (await app.client.getSettings()).cookies_from_browser === 'firefox');
    await choose(choice, 'No browser');
    await until(async () => (await app.client.getSettings()).cookies_from_browser === null);
  });
});
