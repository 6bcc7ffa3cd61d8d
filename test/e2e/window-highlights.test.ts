/** Marking words in the window, writing to them, and finding them again. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTalk } from '../helpers/corpus/talk-in-words.ts';
import { violations } from '../helpers/harness/axe.ts';
import { until } from '../helpers/harness/until.ts';
import { openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const SAID = [
  { text: 'We met Anna today.', startMs: 0 },
  { text: 'She was late again.', startMs: 2000, speaker: 'Speaker 2' },
  { text: 'That is all.', startMs: 6000 },
];

/** Selects words of a sentence as a mouse does. */
const select = (page: Page, segment: number, words: string) =>
  page.evaluate(`{
    const text = document.querySelector('[data-segment="${segment}"]').firstChild;
    const at = text.textContent.indexOf(${JSON.stringify(words)});
    getSelection().setBaseAndExtent(text, at, text, at + ${words.length});
  }`);

/** What is marked in a color. */
const marked = (page: Page, color: string) =>
  page.evaluate<string[]>(`[...(CSS.highlights.get('marked-${color}') ?? [])].map(String)`);

describe('highlights', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let talk: string;
  const field = () => steno.page.getByRole('textbox', { name: 'Comment' });
  const tab = (name: string) => steno.page.getByRole('tab', { name }).press('Enter');
  const rows = () => steno.page.getByRole('list', { name: 'Highlights' }).getByRole('listitem');

  beforeAll(async () => {
    steno = await openWindow({
      prepare: async (dataDir) => {
        talk = await storeTalk(dataDir, SAID);
      },
      viewport: { width: 1280, height: 800 },
    });
    await steno.page.goto(`${steno.url}/t/${talk}`);
    await steno.page.getByText('That is all.').waitFor();
  });
  afterAll(() => steno.close());

  test('selected words are marked in a color, and a comment is written to others', async () => {
    const { page } = steno;
    await select(page, 0, 'met Anna');
    await page.getByRole('button', { name: 'Highlight in green' }).click();
    await until(async () => (await marked(page, 'green')).includes('met Anna'));
    await select(page, 1, 'late');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await field().waitFor();
    await page.keyboard.type('Always?');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ask.');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+Enter');
    await field().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Comment: Always?' }).waitFor();
    expect(await marked(page, 'green')).toEqual(['met Anna', 'late']);
  });

  test('a key marks the sentence; Esc keeps what is written as a draft, also over a reload', async () => {
    const { page } = steno;
    await page.locator('[data-home]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    // What is typed before the highlight is stored belongs to its comment, too.
    const typed = Promise.withResolvers<void>();
    await page.route('**/highlights', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.keyboard.press('m');
    await page.keyboard.type('Not se');
    typed.resolve();
    await field().waitFor();
    await page.unroute('**/highlights');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('tored');
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Highlight: That is all.' }).click();
    expect(await field().inputValue()).toBe('Not stored');
    await page.keyboard.press('Escape');
  });

  test('a comment that is changed in two places is settled by who writes', async () => {
    const { page, context } = steno;
    const other = await context.newPage();
    await other.goto(`${steno.url}/t/${talk}`);
    await other.getByRole('button', { name: 'Comment: Always?' }).click();
    await page.getByRole('button', { name: 'Comment: Always?' }).click();
    await field().fill('Mine');
    const theirs = other.getByRole('textbox', { name: 'Comment' });
    await theirs.fill('Theirs');
    await theirs.press('ControlOrMeta+Enter');
    await page.bringToFront();
    await field().press('ControlOrMeta+Enter');
    await page.getByText('This comment was changed elsewhere').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await field().inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await field().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Comment: Mine' }).waitFor();
    await other.bringToFront();
    await other.getByRole('button', { name: 'Comment: Mine' }).waitFor({ state: 'attached' });
    await other.close();
  });

  test('the list is filtered, leads to the words, and gives back what was deleted', async () => {
    const { page } = steno;
    await tab('Highlights');
    await until(async () => (await rows().count()) === 3);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Filter highlights' }).fill('mine');
    await page.getByText('1 of 3 highlights').waitFor();
    await page.getByRole('searchbox', { name: 'Filter highlights' }).fill('');
    await rows()
      .first()
      .getByRole('button', { name: /Edit the comment/ })
      .click();
    await page.getByRole('button', { name: 'Color: pink' }).click();
    await page.getByRole('button', { name: 'Only pink' }).click();
    await page.getByText('1 of 3 highlights').waitFor();
    await page.getByRole('button', { name: 'Only pink' }).click();
    await rows()
      .last()
      .getByRole('button', { name: /Delete/ })
      .click();
    await until(async () => (await rows().count()) === 2);
    await page.getByText('Undo', { exact: true }).click();
    await until(async () => (await rows().count()) === 3);
    await rows()
      .first()
      .getByRole('button', { name: /Pink: 0:00/ })
      .press('Enter');
    await until(async () => (await marked(page, 'pink')).includes('met Anna'));
  });

  test('they alone are exported from there', async () => {
    const { page } = steno;
    await tab('Highlights');
    await page.getByRole('tabpanel').getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Markdown' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Talk.highlights.md');
    expect(await readFile(await download.path(), 'utf8')).toContain('Mine');
    // The service refuses the comment that comes second, where its page did not hear of the first yet.
    expect(steno.pageErrors.filter((error) => !error.includes('409'))).toEqual([]);
  });
});
