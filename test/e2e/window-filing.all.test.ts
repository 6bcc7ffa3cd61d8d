/** Tags and favorites in the head of a transcript, and the folder of a recording. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeLongRecording } from '../helpers/corpus/long-recording.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openWindow, row, type StenoWindow, sampleFile, TRANSCRIBED } from './open-window.ts';

describe('how a recording is filed, on its own page', TRANSCRIBED, () => {
  let steno: StenoWindow;

  beforeAll(async () => {
    steno = await openWindow({
      prepare: (dataDir) =>
        storeLongRecording(dataDir, { title: 'Gardeners', words: 200, sound: sampleFile }),
      viewport: { width: 1280, height: 800 },
    });
    await row(steno.page, 'Gardeners').getByRole('link').click();
    await steno.page.getByRole('region', { name: 'Transcript' }).waitFor();
  });
  afterAll(() => steno.close());

  test('tags are given and taken in the same dialog as in the library', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'Tags…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    for (const tag of ['garden', 'radio']) {
      await dialog.getByRole('textbox', { name: 'New tag' }).fill(tag);
      await page.keyboard.press('Enter');
      await dialog.getByRole('checkbox', { name: tag, checked: true }).waitFor();
    }
    await dialog.getByRole('checkbox', { name: 'radio' }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page
      .getByRole('listitem')
      .filter({ hasText: /^#garden$/ })
      .waitFor();
    expect(await page.getByText('#radio', { exact: true }).count()).toBe(0);
    await expect
      .poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')"))
      .toBe('Tags…');
  });

  test('of two tags that are given at once none is lost', async () => {
    const { page } = steno;
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/v1/transcriptions/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      asked.resolve();
      await held.promise;
      return route.continue();
    });
    await page.getByRole('button', { name: 'Tags…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    for (const tag of ['north', 'south']) {
      await dialog.getByRole('textbox', { name: 'New tag' }).fill(tag);
      await page.keyboard.press('Enter');
      await asked.promise;
    }
    held.resolve();
    for (const tag of ['garden', 'north', 'south'])
      await dialog.getByRole('checkbox', { name: tag, checked: true }).waitFor();
    await page.unroute('**/v1/transcriptions/*');
    for (const tag of ['north', 'south']) {
      await dialog.getByRole('checkbox', { name: tag }).click();
      await dialog.getByRole('checkbox', { name: tag }).waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Escape');
  });

  test('it becomes a favorite, which its row shows as well', async () => {
    const { page } = steno;
    const favorite = page.getByRole('button', { name: 'Favorite', exact: true });
    await favorite.press('Enter');
    await expect.poll(() => favorite.getAttribute('aria-pressed')).toBe('true');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Library' }).first().click();
    await row(page, 'Gardeners').getByLabel('Favorite').waitFor();
    await row(page, 'Gardeners').getByText('#garden').waitFor();
  });

  test('where the system forces its colors, what is chosen and pressed has a line', async () => {
    const { page } = steno;
    await page.emulateMedia({ forcedColors: 'active' });
    const lines = (selector: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('${selector}')].map((one) => getComputedStyle(one).outlineStyle)`,
      );
    await row(page, 'Gardeners').getByRole('button', { name: 'More for Gardeners' }).press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Rename' }).and(page.locator(':focus')).waitFor();
    expect(await lines('[role=menuitem][data-highlighted]')).toEqual(['solid']);
    expect(await lines('[role=menuitem]:not([data-highlighted])')).not.toContain('solid');
    await page.keyboard.press('Escape');
    expect(await lines('[aria-current=page]')).toContain('solid');
    await page.emulateMedia({ forcedColors: null });
  });

  test('only the desktop app opens the folder of the recording', async () => {
    const { page } = steno;
    const more = row(page, 'Gardeners').getByRole('button', { name: 'More for Gardeners' });
    const item = page.getByRole('menuitem', { name: 'Open folder' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Tags…' }).waitFor();
    expect(await item.count()).toBe(0);
    await page.addInitScript(`
      window.asked = [];
      window.steno = {
        onFileSaved: () => () => {},
        onOpen: () => () => {},
        ready: async () => {},
        showRecording: async (id) => { window.asked.push(id); return true; },
      };
    `);
    await page.reload();
    await more.click();
    await item.click();
    await expect.poll(() => page.evaluate('window.asked.length')).toBe(1);
    await row(page, 'Gardeners').getByRole('link').click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await item.click();
    await expect
      .poll(() => page.evaluate('window.asked'))
      .toEqual(Array(2).fill(expect.stringMatching(/^trs_/)));
    expect(steno.pageErrors).toEqual([]);
  });
});
