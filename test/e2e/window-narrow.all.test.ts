import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeLongRecording } from '../helpers/corpus/long-recording.ts';
import { connect } from '../helpers/harness/app.ts';
import { until } from '../helpers/harness/until.ts';
import { openWindow, row, type StenoWindow, sampleFile } from './open-window.ts';

const TITLE = 'An evening with the gardeners of the allotment';
const WIDTH = 400;

let steno: StenoWindow;

beforeAll(async () => {
  steno = await openWindow({
    prepare: (dataDir) =>
      storeLongRecording(dataDir, { title: `${TITLE}.m4a`, words: 600, sound: sampleFile }),
    viewport: { width: WIDTH, height: 800 },
  });
  await row(steno.page, TITLE).waitFor();
});

afterAll(() => steno.close());

async function widthOf(part: Locator): Promise<number> {
  return (await part.boundingBox())?.width ?? 0;
}

/** How far the page could be moved sideways. */
function excess(): Promise<number> {
  return steno.page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

test('titles keep most of their row, and nothing is wider than the window', async () => {
  expect(await widthOf(row(steno.page, TITLE).getByRole('link'))).toBeGreaterThan(WIDTH * 0.35);
  expect(await excess()).toBeLessThanOrEqual(0);
});

/** How far the names of the pages could be moved sideways. */
const PAGES_EXCESS = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
  document.querySelector('nav[aria-label=Pages]'))`;

test('all pages are in reach on a phone while something is recorded, and waits', async () => {
  const { page } = steno;
  await page.setViewportSize({ width: 360, height: 740 });
  const client = await connect(steno.dataDir);
  const { id } = await client.openRecording({ live: false });
  await client.pauseQueue();
  await page.getByRole('link', { name: /^Recording: / }).waitFor();
  await page.getByRole('button', { name: /^Queue: / }).waitFor();
  expect(await page.evaluate<number>(PAGES_EXCESS)).toBeLessThanOrEqual(0);
  expect(await excess()).toBeLessThanOrEqual(0);
  await client.resumeQueue();
  await client.discardRecording(id);
  await page.setViewportSize({ width: WIDTH, height: 800 });
});

/** How far the views could be moved sideways. */
const VIEWS_EXCESS = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
  document.querySelector('[role=tablist]'))`;

test('all views of a transcript are in reach on a phone, without scrolling sideways', async () => {
  const { page } = steno;
  await page.setViewportSize({ width: 390, height: 800 });
  await row(page, TITLE).getByRole('link').click();
  const views = page.getByRole('tablist');
  await views.waitFor();
  for (const tab of await views.getByRole('tab').all()) {
    await tab.click();
    expect(await page.evaluate<number>(VIEWS_EXCESS)).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: WIDTH, height: 800 });
  await page.goto(`${steno.url}/`);
});

test('the player, the fields and the text of a transcript have room', async () => {
  const { page } = steno;
  await row(page, TITLE).getByRole('link').click();
  await page.getByRole('region', { name: 'Transcript' }).waitFor();
  const place = page.getByRole('slider', { name: 'Position in the recording' });
  expect(await widthOf(place)).toBeGreaterThan(WIDTH * 0.7);

  await page.keyboard.press('/');
  for (const name of ['Find', 'Replace with']) {
    expect(await widthOf(page.getByRole('textbox', { name }))).toBeGreaterThan(90);
  }
  expect(await excess()).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');

  await page.getByRole('region', { name: 'Transcript' }).hover();
  await page.mouse.wheel(0, 1500);
  await until(async () => (await page.evaluate<number>('scrollY')) > 1000);
  const tabs = await page.getByRole('tablist').boundingBox();
  const player = await page.getByRole('region', { name: 'Player' }).boundingBox();
  expect((player?.y ?? 0) - (tabs?.y ?? 0) - (tabs?.height ?? 0)).toBeGreaterThan(500);
});

/** How many lines of text can be read, wholly and above the player. */
const LINES_SHOWN = `(() => {
  const end = document.querySelector('[aria-label=Player]').getBoundingClientRect().top;
  const tops = new Set();
  for (const paragraph of document.querySelectorAll('[aria-label=Transcript] p')) {
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    for (const { top, bottom } of range.getClientRects()) if (top >= 0 && bottom <= end) tops.add(Math.round(top));
  }
  return tops.size;
})()`;

test('at 200 % of 1280 × 800, six lines of the text show as the page opens, and more further down', async () => {
  const { page } = steno;
  await page.setViewportSize({ width: 640, height: 400 });
  await page.reload();
  await page.getByRole('region', { name: 'Transcript' }).waitFor();
  expect(await page.evaluate<number>(LINES_SHOWN)).toBeGreaterThanOrEqual(6);
  await page.getByRole('region', { name: 'Transcript' }).hover();
  await page.mouse.wheel(0, 500);
  await until(async () => (await page.evaluate<number>('scrollY')) >= 500);
  expect(await page.evaluate<number>(LINES_SHOWN)).toBeGreaterThanOrEqual(9);
  await page.setViewportSize({ width: WIDTH, height: 800 });
});

test('a speaker with a long name is cut off, in the text and in its field', async () => {
  const { page } = steno;
  const name = 'W'.repeat(100);
  await page.keyboard.press('Home');
  const speakers = page
    .getByRole('region', { name: 'Transcript' })
    .locator('[aria-haspopup=dialog]');
  await speakers.first().click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name }).first().click();
  expect(await widthOf(page.getByRole('dialog'))).toBeLessThan(WIDTH);
  expect(await excess()).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
});

test('a view that kept its place can be left for the library', async () => {
  const { page, pageErrors } = steno;
  for (const name of ['Subtitles', 'Read']) {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tabpanel', { name }).waitFor();
  }
  await page.getByRole('link', { name: 'Library' }).first().click();
  await row(page, TITLE).waitFor();
  expect(pageErrors).toEqual([]);
});
