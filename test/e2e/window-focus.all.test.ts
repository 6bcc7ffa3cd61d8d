import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { focused } from './keys-typed.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { talkLibrary } from './talk-library.ts';

describe('the focus is somewhere after every command', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const key = (name: string) => steno.page.keyboard.press(name);
  // A locator presses once more when what it has pressed is gone by then, and waits for that for good.
  const pressOn = async (locator: Locator) => {
    await locator.focus();
    await key('Enter');
  };
  const press = (name: string | RegExp) =>
    pressOn(steno.page.getByRole('button', { name, exact: true }).first());
  const toTab = (name: string) => pressOn(steno.page.getByRole('tab', { name }));
  const editor = () => steno.page.getByRole('textbox', { name: /^Text at/ });
  const edit = async (segment: number) => {
    await steno.page.locator(`[data-segment="${segment}"]`).dblclick();
    await editor().waitFor();
  };
  const isWriting = () => steno.page.evaluate('document.activeElement.isContentEditable');
  const undoAll = async () => {
    const undo = steno.page.getByRole('button', { name: /^Undo/ }).first();
    while (!(await undo.isDisabled())) await key('ControlOrMeta+z');
  };

  beforeAll(async () => {
    steno = await openWindow({ prepare: talkLibrary, viewport: { width: 1280, height: 800 } });
    await row(steno.page, 'Talk').getByRole('link').click();
    await steno.page.locator('[data-segment="1"]').waitFor();
  });
  afterEach(async () => {
    await expect.poll(() => focused(steno.page)).not.toBe('BODY');
  });
  afterAll(() => steno.close());

  test('a sentence is cut, joined with what is before and after it, and left', async () => {
    const sentences = () => steno.page.locator('[data-segment]').count();
    await edit(1);
    for (const keys of [['Enter'], ['Backspace'], ['End', 'Delete'], ['Home', 'Backspace']]) {
      const before = await sentences();
      for (const one of keys) await key(/^(?:End|Home)$/.test(one) ? `ControlOrMeta+${one}` : one);
      await expect.poll(sentences).not.toBe(before);
      await expect.poll(isWriting).toBe(true);
    }
    await key('Escape');
    await editor().waitFor({ state: 'detached' });
    await expect.poll(() => focused(steno.page)).not.toBe('BODY');
    await undoAll();
  });

  test('a held Backspace stops where the sentence begins', async () => {
    const { page } = steno;
    const before = await page.locator('[data-segment]').allInnerTexts();
    await edit(1);
    await key('ControlOrMeta+Home');
    for (let held = 0; held < 4; held++) await page.keyboard.down('ArrowRight');
    await page.keyboard.up('ArrowRight');
    for (let held = 0; held < 20; held++) await page.keyboard.down('Backspace');
    await page.keyboard.up('Backspace');
    await key('Escape');
    expect(await page.locator('[data-segment]').allInnerTexts()).toEqual(before);
  });

  test('the button that undoes has nothing left to undo', async () => {
    const { page } = steno;
    await edit(1);
    await page.keyboard.type('Oh');
    await key('ControlOrMeta+Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    const undo = page.getByRole('button', { name: /^Undo/ }).first();
    await undo.press('Enter');
    await expect.poll(() => undo.isDisabled()).toBe(true);
  });

  test('a word is found right by its button, and the review is closed', async () => {
    const { page } = steno;
    await key('.');
    await page.getByRole('button', { name: 'Looks right' }).press('Enter');
    await expect.poll(() => focused(page)).not.toBe('BODY');
    await page.getByRole('button', { name: 'Close review' }).press('Enter');
    await page.getByRole('region', { name: 'Review' }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).not.toBe('BODY');
    await undoAll();
  });

  test('all that was found is replaced, and the bar is closed', async () => {
    const { page } = steno;
    await key('/');
    await page.keyboard.type('the');
    await key('Tab');
    await page.keyboard.type('qqq');
    await page.getByRole('button', { name: 'Replace all' }).press('Enter');
    // Nothing is left to replace; the bar still hears the keys.
    await expect.poll(() => focused(page)).toBe('INPUT Find');
    await page.getByRole('button', { name: 'Close search' }).press('Enter');
    await page.getByRole('search').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).not.toBe('BODY');
    await undoAll();
  });

  test('a comment is written and a speaker named from the text, which then has the keys again', async () => {
    const { page } = steno;
    for (const name of ['m', 's']) {
      await page.locator('[data-home]').focus();
      await key('ArrowDown');
      await key(name);
      await page.getByRole('dialog').waitFor();
      await key('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // Space plays from there, and chooses a tab from the first of its buttons.
      expect(await page.evaluate("'home' in document.activeElement.dataset")).toBe(true);
    }
  });

  test('speakers are merged', async () => {
    const { page } = steno;
    await toTab('Speakers');
    await press('Merge into');
    await page.getByRole('menuitem').first().press('Enter');
    await expect
      .poll(() => page.getByRole('list', { name: 'Speakers' }).getByRole('listitem').count())
      .toBe(2);
    await expect.poll(() => focused(page)).not.toBe('BODY');
    await key('ControlOrMeta+z');
    await expect
      .poll(() => page.getByRole('list', { name: 'Speakers' }).getByRole('listitem').count())
      .toBe(3);
  });

  test('a subtitle is left, joined and split', async () => {
    const { page } = steno;
    const form = page.getByRole('form', { name: 'Subtitle' });
    const edits = page.getByRole('button', { name: /^Edit the subtitle at/ });
    for (const button of ['Cancel', 'Split at the cursor', 'Join with the next']) {
      await toTab('Subtitles');
      await pressOn(edits.first());
      await pressOn(form.getByRole('button', { name: button }));
      await form.waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).not.toBe('BODY');
    }
  });

  test('another tab is chosen by a key, and a message is closed', async () => {
    const { page } = steno;
    for (const name of ['Summary', 'Terms', 'Speakers', 'Subtitles', 'Read']) {
      await toTab(name);
      await expect.poll(() => focused(page)).not.toBe('BODY');
    }
    await press('More');
    await page.getByRole('menuitem', { name: 'Delete recording' }).press('Enter');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await row(page, 'Talk').waitFor();
    expect(steno.pageErrors.filter((error) => !/404|media|decode/i.test(error))).toEqual([]);
  });
});
