import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { focused, leaveAll, OPEN, typeEverything } from './keys-typed.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const TITLES = ['Third', 'Second', 'First'];

describe('over the library', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const key = (name: string) => () => steno.page.keyboard.press(name);
  const link = (title: string) => row(steno.page, title).getByRole('link');
  const press = (name: string) =>
    steno.page.getByRole('button', { name, exact: true }).first().press('Enter');
  const menu = (entry: string) => async () => {
    await press('More for Second');
    await steno.page.getByRole('menuitem', { name: entry, exact: true }).press('Enter');
  };
  const list = (name: string) => async () =>
    steno.page.getByRole('combobox', { name, exact: true }).press('Enter');
  const selected = (button: string) => async () => {
    await steno.page.keyboard.press('ControlOrMeta+a');
    await press(button);
  };
  /** The recordings, as they are stored. */
  const state = () =>
    steno.page.evaluate<string>(`fetch('/v1/transcriptions').then((response) => response.json())
      .then(({ data }) => data.map(({ source, status, favorite }) => [source.title, status, favorite].join()).join(' '))`);

  beforeAll(async () => {
    steno = await openWindow({
      prepare: async (dataDir) => {
        const all = TITLES.toReversed().map((title) => ({
          title,
          windows: [['Hello.', 'Good day.']],
        }));
        await storeTranscripts(dataDir, all);
      },
      viewport: { width: 1280, height: 800 },
    });
    await link('Second').waitFor();
  });
  afterAll(() => steno.close());

  test.each<[string, () => Promise<void>]>([
    ['the menu of a recording', () => press('More for Second')],
    ['its export', menu('Export…')],
    ['its tags', menu('Tags…')],
    ['to transcribe it again', menu('Transcribe again…')],
    ['the export of several', selected('Export')],
    ['the tags of several', selected('Tags')],
    ['the keys', key('?')],
    ['the order', list('Order')],
  ])('%s keeps every key to itself', async (_name, open) => {
    const { page } = steno;
    const before = await state();
    await link('Second').focus();
    await open();
    await page.locator(OPEN).first().waitFor();
    // In a dialog, away from its field.
    if (await page.getByRole('dialog').count()) await page.keyboard.press('Shift+Tab');
    await typeEverything(page, { enter: false });
    await leaveAll(page);
    await expect.poll(() => focused(page)).not.toBe('BODY');
    await link('Second').focus();
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
    for (const title of TITLES) await row(page, title).waitFor();
    expect(await state()).toBe(before);
  });

  test('a title that is renamed keeps every key to itself', async () => {
    const { page } = steno;
    const before = await state();
    await link('Second').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await typeEverything(page, { enter: false });
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Title' }).waitFor({ state: 'detached' });
    expect(await state()).toBe(before);
    await expect.poll(() => focused(page)).toMatch(/^A/);
  });

  test('the focus stays in the list when a recording is deleted, and on the page after the last', async () => {
    const { page } = steno;
    await link('Third').focus();
    for (const title of TITLES) {
      await expect.poll(() => focused(page)).toMatch(/^A/);
      await page.keyboard.press('Delete');
      await row(page, title).waitFor({ state: 'detached' });
    }
    await expect.poll(() => focused(page)).not.toBe('BODY');
    await page.getByRole('button', { name: 'Close this message' }).first().press('Enter');
    await expect.poll(() => focused(page)).not.toBe('BODY');
    expect(steno.pageErrors).toEqual([]);
  });
});
