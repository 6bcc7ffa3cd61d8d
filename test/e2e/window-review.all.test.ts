import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/main/repositories/sqlite-database.ts';
import { storeSegments } from '../helpers/corpus/stored-transcripts.ts';
import { speak } from '../helpers/corpus/texts-spoken.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

describe('the review of what is doubtful, without a mouse', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const review = () => steno.page.getByRole('region', { name: 'Review' }).getByRole('status');

  beforeAll(async () => {
    steno = await openWindow({ prepare: fill });
    await row(steno.page, 'Forecast').getByRole('link').focus();
    await steno.page.keyboard.press('Enter');
    await steno.page.getByRole('region', { name: 'Transcript' }).waitFor();
  });
  afterAll(() => steno.close());

  test('steps through words and sentences, and round again', async () => {
    const { keyboard } = steno.page;
    await keyboard.press('.');
    await expect.poll(() => review().innerText()).toMatch(/^Doubtful word: whether\s*2 left$/);
    await keyboard.press('.');
    await expect
      .poll(() => review().innerText())
      .toMatch(/^There is hardly any speech here\s*2 left$/);
    await keyboard.press(',');
    await expect.poll(() => review().innerText()).toMatch(/^Doubtful word: whether/);
  });

  test('a word is found right, which is stored and can be undone', async () => {
    const { page } = steno;
    await page.keyboard.press('y');
    await expect
      .poll(() => review().innerText())
      .toMatch(/^There is hardly any speech here\s*1 left$/);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => review().innerText()).toBe('Done: nothing doubtful is left.');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => review().innerText()).toMatch(/^Doubtful word: whether\s*2 left$/);
  });

  test('a word is replaced, and the review goes on', async () => {
    const { page } = steno;
    await page.keyboard.press('w');
    await page.keyboard.type('weather');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => review().innerText())
      .toMatch(/^There is hardly any speech here\s*1 left$/);
    await page.getByText('The weather will be fine.').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => review().innerText()).toMatch(/2 left$/);
  });

  test('waits while the sentence is corrected, and then goes on', async () => {
    const { page } = steno;
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: /^Text at/ }).waitFor();
    // The doubtful word is selected.
    await expect.poll(() => page.evaluate('String(getSelection())')).toBe('whether');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('The weather will be fine.');
    expect(await review().innerText()).toMatch(/^Doubtful word: .*2 left$/);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect
      .poll(() => review().innerText())
      .toMatch(/^There is hardly any speech here\s*1 left$/);
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  test('Tab goes on from one doubtful word to the next, and Shift+Tab back', async () => {
    const { page } = steno;
    const selected = () => page.evaluate('String(getSelection())');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => review().innerText()).toMatch(/^Doubtful word: whether\s*2 left$/);
    await page.keyboard.press('e');
    await expect.poll(selected).toBe('whether');
    await page.keyboard.press('Tab');
    await expect.poll(selected).toBe('Thank you');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(selected).toBe('whether');
    await page.keyboard.type('weather');
    await page.keyboard.press('Tab');
    await expect.poll(selected).toBe('Thank you');
    await page.keyboard.press('Escape');
    await page.getByText('The weather will be fine.').waitFor();
    await expect.poll(() => review().innerText()).toMatch(/1 left$/);
  });

  test('ends with Escape, which never leaves the page', async () => {
    const { page } = steno;
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Review' }).waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\/t\//);
    await page.keyboard.press('Escape');
    await page.keyboard.press('.');
    await page.getByRole('region', { name: 'Review' }).waitFor();
    expect(page.url()).toMatch(/\/t\//);
    expect(steno.pageErrors).toEqual([]);
  });
});

/** A transcript with a word no one is sure of, and a sentence where hardly anybody speaks. */
async function fill(dataDir: string): Promise<void> {
  const [hello, weather, thanks] = speak(['Hello.', 'The whether will be fine.', 'Thank you.']);
  if (!hello || !weather || !thanks) throw new Error('Three lines are three segments.');
  const words = weather.words.map((word) =>
    word.text === 'whether' ? { ...word, confidence: 0.2 } : word,
  );
  const segments = [hello, { ...weather, words }, { ...thanks, flags: ['no_speech' as const] }];
  const { db, close } = openDatabase(dataDir);
  await storeSegments(db, { title: 'Forecast', windows: [segments], structured: null });
  await close();
}
