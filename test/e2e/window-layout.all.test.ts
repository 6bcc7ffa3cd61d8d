import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeLongRecording } from '../helpers/corpus/long-recording.ts';
import { violations } from '../helpers/harness/axe.ts';
import { until } from '../helpers/harness/until.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const TITLE = 'An evening with the gardeners';
const WIDTHS = [360, 768, 1280, 1920];
const PAGES = [
  '/',
  '/developers/keys',
  '/developers/webhooks',
  '/settings/general',
  '/settings/models',
];

/** As long as what is said in it. */
function silentHalfHour(folder: string): string {
  const file = join(folder, 'silence.mp3');
  const sound = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '1800', '-b:a', '8k'];
  execFileSync('ffmpeg', ['-v', 'error', ...sound, file]);
  return file;
}

describe('a long transcript in windows of all sizes', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let path: string;
  let folder: string;
  const contents = () => steno.page.getByRole('navigation', { name: 'Contents' });
  const current = () => contents().locator('[aria-current=true]').innerText();
  const text = () => steno.page.getByRole('region', { name: 'Transcript' });
  const scrolled = () => steno.page.evaluate<number>('scrollY');
  const sized = (width: number) => steno.page.setViewportSize({ width, height: 800 });
  const open = async () => {
    await steno.page.goto(steno.url + path);
    await text().waitFor();
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steno-layout-'));
    steno = await openWindow({
      prepare: (dataDir) =>
        storeLongRecording(dataDir, { title: TITLE, words: 3000, sound: silentHalfHour(folder) }),
      viewport: { width: 1280, height: 800 },
    });
    path = (await row(steno.page, TITLE).getByRole('link').getAttribute('href')) ?? '';
  });
  afterAll(async () => {
    await steno.close();
    await rm(folder, { recursive: true });
  });

  test('no page is wider than the window, and all begin where the name does', async () => {
    const { page } = steno;
    const begins = new Map(WIDTHS.map((width) => [width, new Set<number>()]));
    for (const address of [...PAGES, path]) {
      await page.goto(steno.url + address);
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
      for (const [width, lefts] of begins) {
        await sized(width);
        const excess =
          'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate<number>(excess), `${address} at ${width}`).toBeLessThanOrEqual(
          0,
        );
        const name = page.getByRole('banner').getByRole('link', { name: 'Steno' });
        // No scrollbar takes room here, and none is kept for it where the line below the header would end.
        expect((await page.getByRole('banner').boundingBox())?.width).toBe(width);
        const main = page.getByRole('main');
        const begin =
          "Number.parseFloat(getComputedStyle(document.querySelector('main')).paddingLeft)";
        const padding = await page.evaluate<number>(begin);
        lefts.add(Math.round((await name.boundingBox())?.x ?? -1));
        lefts.add(Math.round(((await main.boundingBox())?.x ?? -2) + padding));
        const menu = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
        const logo = await name.boundingBox();
        expect(menu?.x).toBeGreaterThanOrEqual((logo?.x ?? 0) + (logo?.width ?? 0));
      }
    }
    for (const [width, lefts] of begins) expect(lefts.size, `at ${width}`).toBe(1);
  });

  test('once scrolled, the title and the tools take little room', async () => {
    const { page } = steno;
    await sized(1280);
    await open();
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, 2000);
    await until(async () => (await scrolled()) > 1500);
    await page.getByRole('banner').getByText(TITLE).waitFor();
    const tools = await page.getByRole('tablist').boundingBox();
    expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThan(306 / 3);
    await page.getByRole('button', { name: 'Find and replace' }).waitFor();
  });

  test('the chapter that is read is marked, and so is the one that was gone to', async () => {
    const { page } = steno;
    await open();
    const first = await current();
    await page.mouse.move(500, 400);
    for (let i = 0; i < 8; i++) await page.mouse.wheel(0, 1000);
    await until(async () => (await current()) !== first);
    const third = contents().getByRole('button').nth(2);
    await third.click();
    await until(async () => (await third.getAttribute('aria-current')) === 'true');
  });

  test('going elsewhere while nothing plays brings the text there', async () => {
    const { page } = steno;
    await open();
    const place = page.getByRole('slider', { name: 'Position in the recording' });
    const { width = 0 } = (await place.boundingBox()) ?? {};
    await place.click({ position: { x: Math.ceil(width * 0.4), y: 20 } });
    await until(async () => (await scrolled()) > 200);
    await page.evaluate('scrollTo(0, 0)');
    await page.keyboard.press('ArrowLeft');
    await until(async () => (await scrolled()) > 200);
  });

  test('the view is in the address: a reload keeps it, and Back works', async () => {
    const { page } = steno;
    await open();
    const panel = (name: string) => page.getByRole('tabpanel', { name });
    await page.getByRole('tab', { name: 'Summary' }).click();
    await panel('Summary').waitFor();
    await page.getByRole('tab', { name: 'Terms' }).click();
    await page.reload();
    await panel('Terms').waitFor();
    await page.goBack();
    await panel('Summary').waitFor();
    await page.goBack();
    await panel('Read').waitFor();
  });

  test('the waveform shows the time under the pointer, and is zoomed by keys and wheel', async () => {
    const { page } = steno;
    const place = page.getByRole('slider', { name: 'Position in the recording' });
    const wide = async () => (await place.boundingBox())?.width ?? 0;
    await open();
    const before = await wide();
    await place.hover();
    const player = page.getByRole('region', { name: 'Player' });
    await player.getByText(/^\d+:\d\d\S/).waitFor();
    await page.mouse.wheel(0, -300);
    await until(async () => (await wide()) > before * 1.5);
    await place.focus();
    await page.keyboard.press('0');
    await until(async () => (await wide()) === before);
    await page.keyboard.press('+');
    await until(async () => (await wide()) > before * 1.5);
    await page.getByRole('button', { name: 'Zoom out of the waveform' }).click();
    await until(async () => (await wide()) === before);
  });

  test('in a narrow window the contents are in a drawer, on Read and on Summary', async () => {
    const { page } = steno;
    await sized(768);
    await open();
    for (const tab of ['Read', 'Summary']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('button', { name: 'Contents' }).click();
      const drawer = page.getByRole('dialog', { name: 'Contents' });
      await drawer.waitFor();
      expect(await violations(page)).toEqual([]);
      await drawer.getByRole('button').last().click();
      await drawer.waitFor({ state: 'detached' });
      await until(async () => (await scrolled()) > 1500);
    }
  });

  test('a wide window has the summary beside the text, which stays readable', async () => {
    const { page } = steno;
    await sized(1920);
    await open();
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
    const paragraph = await text().locator('p').first().boundingBox();
    expect(paragraph?.width).toBeGreaterThan(500);
    expect(paragraph?.width).toBeLessThan(760);
    expect(await violations(page)).toEqual([]);
  });
});
