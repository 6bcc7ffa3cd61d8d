import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { focused, OPEN } from './keys-typed.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { talkLibrary } from './talk-library.ts';

describe('Escape leaves exactly one level', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const press = (name: string | RegExp) =>
    steno.page.getByRole('button', { name, exact: true }).first().press('Enter');
  const key = (name: string) => steno.page.keyboard.press(name);
  const toTab = (name: string) => steno.page.getByRole('tab', { name }).press('Enter');
  const list = (name: string) => steno.page.getByRole('combobox', { name, exact: true });
  const dialog = (name: string) => steno.page.getByRole('dialog', { name });
  // What is behind a dialog has no role.
  const search = () => steno.page.locator('search');
  const review = () => steno.page.locator('[aria-label="Review"]');
  const editor = () => steno.page.getByRole('textbox', { name: /^Text at/ });

  beforeAll(async () => {
    steno = await openWindow({ prepare: talkLibrary, viewport: { width: 1280, height: 800 } });
    await row(steno.page, 'Talk').getByRole('link').click();
    await steno.page.locator('[data-segment="1"]').waitFor();
  });
  afterAll(() => steno.close());

  /** What is open from the outermost to the innermost; Escape leaves the last, then the one before, and never the page. */
  async function leaves(...levels: readonly Locator[]): Promise<void> {
    for (const level of levels) await level.first().waitFor();
    for (const [at, level] of [...levels.entries()].toReversed()) {
      await key('Escape');
      await level.waitFor({ state: 'detached' });
      for (const outer of levels.slice(0, at)) expect(await outer.count()).toBeGreaterThan(0);
      await expect.poll(() => focused(steno.page)).not.toBe('BODY');
    }
    expect(await steno.page.locator(OPEN).count()).toBe(0);
    expect(new URL(steno.page.url()).pathname).toMatch(/^\/t\//);
  }

  test('a list in a dialog', async () => {
    await key('ControlOrMeta+s');
    await dialog('Export').waitFor();
    await dialog('Export').getByText('SRT', { exact: true }).click();
    await dialog('Export').getByRole('combobox').first().press('Enter');
    await leaves(dialog('Export'), steno.page.getByRole('listbox'));
  });

  test('a list in the bar that finds, also when the focus has left the bar', async () => {
    await key('/');
    await list('Speaker').press('Enter');
    await leaves(search(), steno.page.getByRole('listbox'));
    await key('/');
    await search().waitFor();
    await press('More');
    await leaves(search(), steno.page.getByRole('menu'));
  });

  test('a sentence that is corrected in a review, and the field of the review', async () => {
    await key('.');
    await review().waitFor();
    await key('e');
    await leaves(review(), editor());
    await key('.');
    await review().waitFor();
    await key('w');
    await steno.page.keyboard.type('word');
    await key('Escape');
    expect(await review().count()).toBe(1);
    await leaves(review());
  });

  test('a menu of a review', async () => {
    await key('.');
    await review().waitFor();
    await press('More');
    await leaves(review(), steno.page.getByRole('menu'));
  });

  test('the form of a subtitle', async () => {
    await toTab('Subtitles');
    await press(/^Edit the subtitle at/);
    await list('Lines').press('Enter');
    const form = steno.page.getByRole('form', { name: 'Subtitle' });
    await steno.page.getByRole('listbox').waitFor();
    await key('Escape');
    await steno.page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await form.count()).toBe(1);
    await form.getByRole('textbox', { name: 'Text' }).focus();
    await leaves(form);
    expect(steno.page.url()).toMatch(/subtitles/);
    await toTab('Read');
  });

  test('the contents of a narrow window, while something is found', async () => {
    await steno.page.setViewportSize({ width: 800, height: 800 });
    await key('/');
    await search().waitFor();
    await press('Contents');
    await leaves(search(), dialog('Contents'));
    await steno.page.setViewportSize({ width: 1280, height: 800 });
  });

  test('a menu that closes on the key that it hears twice', async () => {
    await key('.');
    await review().waitFor();
    await press('More');
    await steno.page.getByRole('menu').waitFor();
    // An impatient person: the second may come while the menu closes, and never leaves more than the review.
    await Promise.all([key('Escape'), key('Escape')]);
    await steno.page.getByRole('menu').waitFor({ state: 'detached' });
    if (await review().count()) await key('Escape');
    await review().waitFor({ state: 'detached' });
    expect(new URL(steno.page.url()).pathname).toMatch(/^\/t\//);
    expect(steno.pageErrors.filter((error) => !/404|media|decode/i.test(error))).toEqual([]);
  });
});
