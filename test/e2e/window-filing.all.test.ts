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
