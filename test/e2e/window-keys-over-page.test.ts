import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { focused, leaveAll, OPEN, transcriptState, typeEverything } from './keys-typed.ts';
import { openSample, openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { sampleLibrary } from './sample-library.ts';

/** All dialogs, menus and panels are in window-keys-of-transcript.all.test.ts. */
describe('what is open over a transcript', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const more = async () =>
    steno.page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  const press = async (key: string) => steno.page.keyboard.press(key);

  beforeAll(async () => {
    steno = await openWindow({ prepare: sampleLibrary, viewport: { width: 1280, height: 800 } });
    const { page } = steno;
    await openSample(page);
    // Something that Ctrl+Z could take back.
    await page.locator('[data-segment="1"]').dblclick();
    await page.keyboard.type('Oh');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
  }, TRANSCRIBED.timeout);
  afterAll(() => steno.close());

  test.each<[string, () => Promise<void>]>([
    ['the menu with more', more],
    ['the export', () => press('ControlOrMeta+s')],
    ['the keys', () => press('?')],
  ])('keeps every key to itself: %s', async (_name, open) => {
    const { page } = steno;
    await page.locator('[data-home]').focus();
    const before = await transcriptState(page);
    await open();
    await page.locator(OPEN).first().waitFor();
    await typeEverything(page);
    await leaveAll(page);
    expect(await transcriptState(page)).toBe(before);
    await expect.poll(() => focused(page)).not.toBe('BODY');
  });

  test('keeps every key to itself: the question whether to remember a voice', async () => {
    const { page } = steno;
    await page.getByRole('tab', { name: 'Speakers' }).press('Enter');
    await page.getByRole('button', { name: 'Rename…' }).first().press('Enter');
    await page.keyboard.type('Zoe');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    const before = await transcriptState(page);
    await typeEverything(page);
    await leaveAll(page);
    expect(await transcriptState(page)).toBe(before);
    await expect.poll(() => focused(page)).not.toBe('BODY');
  });

  test('breaks nothing in the page', () => {
    expect(steno.pageErrors).toEqual([]);
  });
});
