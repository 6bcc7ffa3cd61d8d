/** Everything that the filters let through is selected, also what no page has loaded yet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillLibrary } from '../helpers/corpus/large-library.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

/** More than one ZIP takes. */
const COUNT = 1150;

describe('all recordings', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const toolbar = () => steno.page.getByRole('toolbar', { name: 'Selected recordings' });
  const act = (name: string) => toolbar().getByRole('button', { name, exact: true });

  beforeAll(async () => {
    steno = await openWindow({ prepare: (dataDir) => fillLibrary(dataDir, COUNT) });
    await row(steno.page, `Recording ${COUNT}`).waitFor();
  });
  afterAll(() => steno.close());

  test('are selected by the button, which says how many there are', async () => {
    const { page } = steno;
    await page.getByRole('checkbox', { name: `Select Recording ${COUNT}` }).check();
    await toolbar().getByText('1 recording selected').waitFor();
    await act('Select all').click();
    await toolbar().getByText('1,150 recordings selected').waitFor();
    expect(await act('Select all').isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: `Select Recording ${COUNT}` }).uncheck();
    await toolbar().getByText('1,149 recordings selected').waitFor();
    await act('Deselect').click();
    await toolbar().waitFor({ state: 'detached' });
  });

  test('are selected by Ctrl+A, and more than fit into one ZIP are announced as two', async () => {
    const { page } = steno;
    await row(page, `Recording ${COUNT}`).getByRole('link').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await toolbar().getByText('1,150 recordings selected').waitFor();
    const asked: number[] = [];
    await page.route('**/v1/exports', async (route) => {
      asked.push((route.request().postDataJSON() as { ids: string[] }).ids.length);
      await route.fulfill({ contentType: 'application/zip', body: 'PK' });
    });
    await act('Export').click();
    const dialog = page.getByRole('dialog', { name: 'Export 1,150 recordings' });
    await dialog.getByText('2 ZIP files, for one takes at most 1,000').waitFor();
    await dialog.getByRole('button', { name: 'Save 2 ZIP files' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(asked).toEqual([1000, 150]);
  });

  test('are not selected any more where a filter hides them', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByText('No recordings have failed.').waitFor();
    expect(await toolbar().count()).toBe(0);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.keyboard.press('Escape');
    await row(page, `Recording ${COUNT}`).waitFor();
  });

  test('many are deleted at once, without waiting for the time to undo it, and come back', async () => {
    const { page } = steno;
    const box = (number: number) =>
      page.getByRole('checkbox', { name: `Select Recording ${number}`, exact: true });
    await box(COUNT).check();
    await box(COUNT - 6).click({ modifiers: ['Shift'] });
    await toolbar().getByText('7 recordings selected').waitFor();
    await page.getByRole('region', { name: 'Recordings' }).hover();
    await page.mouse.wheel(0, 1400);
    await box(COUNT - 24).click({ modifiers: ['Shift'] });
    await toolbar().getByText('25 recordings selected').waitFor();
    const gone = page.waitForResponse((response) => response.url().endsWith('/trash'));
    await act('Delete').click();
    await gone;
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.evaluate('scrollTo(0, 0)');
    for (const number of [COUNT, COUNT - 6]) await row(page, `Recording ${number}`).waitFor();
    expect(steno.pageErrors).toEqual([]);
  });
});
