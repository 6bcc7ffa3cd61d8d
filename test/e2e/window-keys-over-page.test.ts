import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSample, openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { sampleLibrary } from './sample-library.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

describe('what is open over a transcript', TRANSCRIBED, () => {
  let steno: StenoWindow;
  /** The text with its speakers, its revision, what can be undone, and whether it plays. */
  const state = () =>
    steno.page.evaluate(`(async () => {
      const id = location.pathname.split('/').at(-1);
      const ask = async (path) => (await fetch('/v1/transcriptions/' + id + path)).json();
      const { revision, result, title } = await ask('');
      const said = result.segments.map(({ text, speaker }) => speaker + ': ' + text);
      const paused = document.querySelector('audio').paused;
      return JSON.stringify([revision, said, title, await ask('/history'), paused]);
    })()`);
  const press = (name: string | RegExp) =>
    steno.page.getByRole('button', { name, exact: true }).first().press('Enter');
  const more = (entry: string) => async () => {
    await press('More');
    await steno.page.getByRole('menuitem', { name: entry }).press('Enter');
  };
  const keys =
    (...all: string[]) =>
    async () => {
      for (const key of all) await steno.page.keyboard.press(key);
    };

  beforeAll(async () => {
    steno = await openWindow({ prepare: sampleLibrary, viewport: { width: 1280, height: 800 } });
    const { page } = steno;
    await openSample(page);
    // Something that Ctrl+Z could take back.
    await page.locator('[data-segment="1"]').dblclick();
    await page.keyboard.type('Oh ');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
  }, TRANSCRIBED.timeout);
  afterAll(() => steno.close());

  test.each<[string, () => Promise<void>]>([
    ['the menu with more', () => press('More')],
    ['the name of a speaker', () => press(/^Speaker 1$/)],
    ['the name of who says a sentence', keys('s')],
    ['the export', keys('ControlOrMeta+s')],
    ['the clip', keys('c')],
    ['the keys', keys('?')],
    ['the original', more('Compare with original…')],
    ['to transcribe again', more('Transcribe again…')],
    ['the tags', () => press('Tags…')],
    ['the title', () => press(/^Rename Sample recording/)],
    ['the search', keys('/')],
  ])('keeps every key to itself: %s', async (_name, open) => {
    const { page } = steno;
    const before = await state();
    const heading = page.locator('[aria-label="Transcript"]');
    await page.locator('[tabindex="-1"]').filter({ has: heading }).last().focus();
    await open();
    const over = page
      .getByRole('menu')
      .or(page.getByRole('dialog'))
      .or(page.getByRole('search'))
      .or(page.getByRole('textbox', { name: 'Title' }));
    await over.first().waitFor();
    await page.keyboard.type(ALPHABET);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ControlOrMeta+z');
    expect(await state()).toBe(before);
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return over.count();
      })
      .toBe(0);
    expect(await state()).toBe(before);
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
  });

  test('keeps every key to itself: the question whether to remember a voice', async () => {
    const { page } = steno;
    await page.getByRole('tab', { name: 'Speakers' }).press('Enter');
    await press('Rename…');
    await page.keyboard.type('Zoe');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    const before = await state();
    await page.keyboard.type(ALPHABET);
    await page.keyboard.press('ControlOrMeta+z');
    expect(await page.getByRole('menu').count()).toBe(0);
    expect(await state()).toBe(before);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await state()).toBe(before);
  });

  test('breaks nothing in the page', () => {
    expect(steno.pageErrors).toEqual([]);
  });
});
