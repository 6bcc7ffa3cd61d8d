import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillLibrary } from '../helpers/corpus/large-library.ts';
import { dose } from '../helpers/harness/dose.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

/** Pages of the list, a hundred each; test/bench/library.ts measures ten thousand. */
const COUNT = dose(500, 2000);
let steno: StenoWindow;

beforeAll(async () => {
  steno = await openWindow({ prepare: (dataDir) => fillLibrary(dataDir, COUNT) });
});

afterAll(() => steno.close());

test('many recordings scroll, with only the ones in view in the page', TRANSCRIBED, async () => {
  const { page } = steno;
  await row(page, `Recording ${COUNT}`).waitFor();
  const rows = page.getByRole('region', { name: 'Recordings' }).getByRole('listitem');
  expect(await rows.count()).toBeLessThan(60);

  await row(page, `Recording ${COUNT}`).getByRole('link').focus();
  for (;;) {
    await page.keyboard.press('End');
    if (await row(page, 'Recording 1').isVisible()) break;
  }
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Recording 1');
  expect(await rows.count()).toBeLessThan(60);

  await page.keyboard.press('Home');
  await row(page, `Recording ${COUNT}`).waitFor();
});

test('Shift marks all recordings from the last one on', async () => {
  const { page } = steno;
  await page.getByRole('checkbox', { name: `Select Recording ${COUNT - 1}` }).click();
  await page
    .getByRole('checkbox', { name: `Select Recording ${COUNT - 5}` })
    .click({ modifiers: ['Shift'] });
  await page.getByText('5 recordings selected').waitFor();
  await page.keyboard.press('Escape');
});

test('who has deleted all of them gets from the empty library to the trash', async () => {
  const { page } = steno;
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByText(`${COUNT} recordings selected`).waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { name: 'No recordings', exact: true }).waitFor(TRANSCRIBED);
  await page.getByRole('link', { name: 'trash' }).click();
  await page.getByRole('heading', { name: 'Trash' }).waitFor();
  await page.getByRole('list', { name: 'Deleted recordings' }).waitFor();
});
