import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/main/repositories/sqlite-database.ts';
import { structureTranscript } from '../../src/main/structure/structure-transcript.ts';
import { storeSegments } from '../helpers/corpus/stored-transcripts.ts';
import { speak } from '../helpers/corpus/texts-spoken.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const LINES = ['The garden is quiet.', 'Anna sees the old door.', 'Ben opens it.', 'They go in.'];

const text = (page: Page) => page.getByRole('region', { name: 'Transcript' }).innerText();
const editor = (page: Page) => page.getByRole('textbox', { name: /^Text at/ });
const segment = (page: Page, id: number) => page.locator(`[data-segment="${id}"]`);
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
/** The paragraphs without their times and speakers. */
const paragraphs = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[aria-label="Transcript"] p')]
    .map(({ textContent }) => textContent)`);

/** Double-clicks between the letters of a word: before its second one. */
async function doubleClick(page: Page, id: number, word: string): Promise<void> {
  const at = await page.evaluate<{ x: number; y: number }>(`(() => {
    const node = document.querySelector('[data-segment="${id}"]').firstChild;
    const range = new Range();
    const offset = node.textContent.indexOf(${JSON.stringify(word)});
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    const { right, top, bottom } = range.getBoundingClientRect();
    return { x: right, y: (top + bottom) / 2 };
  })()`);
  await page.mouse.dblclick(at.x, at.y);
}

describe('correcting', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let first: Page;

  beforeAll(async () => {
    steno = await openWindow({ prepare: fill });
    first = steno.page;
    await row(first, 'Story').getByRole('link').click();
    await first.getByRole('region', { name: 'Transcript' }).waitFor();
    await segment(first, 3).waitFor();
  });
  afterAll(() => steno.close());

  test('begins with the word that one double-clicks, and Escape takes it back without leaving', async () => {
    const { keyboard } = first;
    await doubleClick(first, 1, 'sees');
    await editor(first).waitFor();
    await keyboard.type('XY');
    expect(await editor(first).innerText()).toBe('Anna XY the old door.');
    await keyboard.press('Escape');
    await editor(first).waitFor({ state: 'detached' });
    await keyboard.press('Escape');
    expect(await segment(first, 1).innerText()).toBe(LINES[1]);
    expect(first.url()).toMatch(/\/t\//);
    expect(await first.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  test('keeps what was written when one clicks elsewhere, or presses Tab', async () => {
    await doubleClick(first, 1, 'sees');
    await first.keyboard.type('XY');
    await first.mouse.click(600, 40);
    await editor(first).waitFor({ state: 'detached' });
    await expect.poll(() => text(first)).toContain('Anna XY the');
    await doubleClick(first, 0, 'quiet');
    await first.keyboard.type('Z');
    await first.keyboard.press('Tab');
    await editor(first).waitFor({ state: 'detached' });
    await expect.poll(() => text(first)).toContain('garden is Z.');
    await saved(first);
  });

  test('is undone and done again after a reload, too', async () => {
    await first.reload();
    await segment(first, 3).waitFor();
    await first.getByRole('button', { name: 'Undo', disabled: false }).waitFor();
    await first.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => text(first)).not.toContain('garden is Z.');
    await first.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => text(first)).toContain(LINES[1]);
    await first.keyboard.press('ControlOrMeta+y');
    await expect.poll(() => text(first)).toContain('Anna XY the');
    await first.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => text(first)).toContain(LINES[1]);
  });

  test('Enter begins a paragraph at the caret, and Backspace joins it again', async () => {
    const { keyboard } = first;
    const before = await paragraphs(first);
    await doubleClick(first, 1, 'the');
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    await expect
      .poll(() => paragraphs(first))
      .toEqual(['The garden is quiet. Anna sees', 'the old door. Ben opens it. They go in.']);
    await keyboard.type('so ');
    await keyboard.press('ControlOrMeta+Enter');
    await expect
      .poll(() => paragraphs(first))
      .toContain('so the old door. Ben opens it. They go in.');
    await saved(first);
    await keyboard.press('ControlOrMeta+z');
    await expect.poll(() => text(first)).not.toContain('so the');
    await doubleClick(first, 2, 'the');
    await keyboard.press('Home');
    await keyboard.press('Backspace');
    await expect.poll(() => paragraphs(first)).toEqual(before);
    await keyboard.press('Escape');
    await saved(first);
    await first.reload();
    await segment(first, 3).waitFor();
    expect(await paragraphs(first)).toEqual(before);
  });

  test('selected words, or all from here on, are assigned to someone else', async () => {
    const { keyboard } = first;
    await doubleClick(first, 1, 'old');
    await keyboard.press('Home');
    await keyboard.press('Shift+End');
    await first.getByRole('button', { name: 'Who says this?' }).click();
    await first.getByRole('radio', { name: 'Selected words', checked: true }).waitFor();
    await first.getByRole('option', { name: 'New speaker' }).click();
    await first.getByRole('button', { name: 'Speaker 2', exact: true }).waitFor();
    expect(await paragraphs(first)).toHaveLength(3);
    await saved(first);
    await keyboard.press('ControlOrMeta+z');
    await expect.poll(() => paragraphs(first)).toHaveLength(1);
  });

  test('shows the original next to it, and restores it', async () => {
    await doubleClick(first, 2, 'opens');
    await first.keyboard.type('--');
    await first.keyboard.press('ControlOrMeta+Enter');
    await saved(first);
    await first.getByRole('button', { name: 'More' }).click();
    await first.getByRole('menuitem', { name: 'Compare with original…' }).click();
    const dialog = first.getByRole('dialog', { name: 'Compare with original' });
    await dialog.locator('del', { hasText: 'opens' }).waitFor();
    await dialog.locator('ins', { hasText: '--' }).waitFor();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await dialog.getByText('Nothing has been changed since it was transcribed.').waitFor();
    await first.keyboard.press('Escape');
    await expect.poll(() => text(first)).toContain('Ben opens it.');
  });

  test('two pages change one sentence: a person says which is right, and nothing is lost', async () => {
    const second = await steno.context.newPage();
    await second.goto(first.url());
    await segment(second, 3).waitFor();
    await doubleClick(second, 3, 'They');
    await second.keyboard.type('1');
    await doubleClick(first, 3, 'They');
    await first.keyboard.type('2');
    await first.keyboard.press('ControlOrMeta+Enter');
    await saved(first);
    await expect.poll(() => editor(second).innerText()).toBe('1 go in.');
    // It knows of the other by then.
    await second.getByRole('button', { name: 'Undo', disabled: false }).waitFor();
    await second.keyboard.press('ControlOrMeta+Enter');
    await second.getByRole('button', { name: 'Choose…' }).click();
    await second.getByRole('button', { name: 'Use mine' }).click();
    await expect.poll(() => text(first)).toContain('1 go in.');
    await second.close();
    await first.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => text(first)).toContain('2 go in.');
    await first.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => text(first)).toContain(LINES[3]);
  });

  test('while the service is away it is kept, also over a crash, and sent when it is back', async () => {
    await steno.stopService();
    await first.getByText('Steno is not answering.').waitFor();
    await doubleClick(first, 0, 'garden');
    await first.keyboard.type('3');
    await first.keyboard.press('ControlOrMeta+Enter');
    await first.getByText('Not saved', { exact: true }).waitFor();
    await doubleClick(first, 1, 'Anna');
    await first.keyboard.type('4');
    await steno.startService();
    await saved(first);
    // The page is gone in the middle of a word.
    const url = first.url();
    await first.evaluate(
      'addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true)',
    );
    await first.goto('about:blank');
    await first.goto(url);
    await expect.poll(() => text(first)).toContain('4 sees');
    expect(await text(first)).toContain('The 3 is quiet.');
    await saved(first);
  });

  test('breaks nothing in the page', () => {
    const known = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|409|503/;
    expect(steno.pageErrors.filter((error) => !known.test(error))).toEqual([]);
  });
});

async function fill(dataDir: string): Promise<void> {
  const segments = speak(LINES);
  const durationMs = 60_000;
  const structured = JSON.stringify(structureTranscript({ segments, durationMs }));
  const { db, close } = openDatabase(dataDir);
  const facts = { duration_ms: durationMs, language: 'en' };
  await storeSegments(db, { title: 'Story', windows: [segments], structured, facts });
  await close();
}
