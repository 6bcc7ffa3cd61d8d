import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortBytes } from '../helpers/corpus/recordings.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { type Origin, serveFile, startOrigin } from '../helpers/servers/http-origin.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

describe('without a mouse', TRANSCRIBED, () => {
  let origin: Origin;
  let steno: StenoWindow;

  beforeAll(async () => {
    const bytes = shortBytes();
    origin = await startOrigin((request, response) =>
      serveFile(request, response, { bytes, etag: '"sample"' }),
    );
    steno = await openWindow({ tasks: ONE_VOICE });
  });

  afterAll(async () => {
    await steno.close();
    await origin.close();
  });

  test('a link is pasted, its transcript opened, copied and left again', async () => {
    const { page } = steno;
    const { keyboard } = page;
    await page.getByRole('heading', { name: 'No recordings yet' }).waitFor();
    await keyboard.press('/');
    await page.evaluate(
      `navigator.clipboard.writeText(${JSON.stringify(`${origin.url}/keys.mp3`)})`,
    );
    await keyboard.press('ControlOrMeta+V');
    await keyboard.press('Enter');
    await row(page, 'keys')
      .getByText('Done')
      .waitFor({ state: 'attached', ...TRANSCRIBED });

    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: 'keys' });
    await heading.waitFor();
    await page.getByRole('button', { name: 'Copy text' }).waitFor();
    await expect.poll(() => focusedTag(page)).toBe('H1');
    await keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Rename keys');
    for (const name of ['Favorite', 'Tags…']) {
      await keyboard.press('Tab');
      await expect.poll(() => focusedName(page)).toBe(name);
    }
    await keyboard.press('Tab');
    await expect.poll(() => focusedText(page)).toBe('demo model');
    await keyboard.press('Tab');
    await expect.poll(() => focusedText(page)).toBe(`${origin.url}/keys.mp3`);
    await keyboard.press('Tab');
    await expect.poll(() => focusedText(page)).toBe('Get a real model');
    await keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Close this note');
    await keyboard.press('Tab');
    await expect.poll(() => focusedText(page)).toBe('Read');
    await keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Find and replace');
    for (const tool of ['Review', 'Export…', 'Copy text']) {
      await keyboard.press('Tab');
      await expect.poll(() => focusedText(page)).toContain(tool);
    }
    await Promise.all([
      // It says so for two seconds only.
      page.getByRole('button', { name: 'Copied' }).waitFor(),
      keyboard.press('Enter'),
    ]);
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('quiet garden');

    await page.goBack();
    await heading.waitFor({ state: 'detached' });
    await expect.poll(() => focusedText(page)).toBe('keys');
  });

  test('a recording is renamed in its heading, in every window', async () => {
    const { page, context, url } = steno;
    const { keyboard } = page;
    const other = await context.newPage();
    await other.goto(`${url}/`);
    await row(other, 'keys').waitFor();
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    const rename = async (title: string, key: string) => {
      await keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await keyboard.press('ControlOrMeta+A');
      await keyboard.press('Backspace');
      await keyboard.type(title);
      await keyboard.press(key);
      await page.getByRole('textbox', { name: 'Title' }).waitFor({ state: 'detached' });
    };
    await keyboard.press('Enter');
    await heading('keys').waitFor();
    await page.getByRole('button', { name: 'Copy text' }).waitFor();
    // The heading takes the focus a moment after it is there.
    await expect.poll(() => focusedTag(page)).toBe('H1');
    await keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Rename keys');
    await rename('Lesson 1', 'Enter');
    await heading('Lesson 1').waitFor();
    await row(other, 'Lesson 1').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Rename Lesson 1');
    await rename('Lesson 2', 'Escape');
    await heading('Lesson 1').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Rename Lesson 1');
    await rename('', 'Enter');
    await heading('keys').waitFor();
    await row(other, 'keys').waitFor();
    await other.close();

    await page.goBack();
    await heading('keys').waitFor({ state: 'detached' });
    await expect.poll(() => focusedText(page)).toBe('keys');
  });

  test('a recording is renamed in its row by F2 or the menu, and can be called as before', async () => {
    const { page } = steno;
    const { keyboard } = page;
    const field = page.getByRole('textbox', { name: 'Title' });
    const type = async (title: string, key: string) => {
      await field.waitFor();
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type(title);
      await keyboard.press(key);
      await field.waitFor({ state: 'detached' });
    };
    await keyboard.press('F2');
    await type('Tea time', 'Enter');
    await row(page, 'Tea time').waitFor();
    await expect.poll(() => focusedText(page)).toBe('Tea time');
    await keyboard.press('F2');
    await type('Not this', 'Escape');
    await expect.poll(() => focusedText(page)).toBe('Tea time');

    await keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('More for Tea time');
    await keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
    await type('Coffee', 'Tab');
    await row(page, 'Coffee').waitFor();
    // Tab went on from the field, and nothing brought the keyboard back.
    await expect.poll(() => focusedName(page)).toBe('More for Coffee');

    const message = page.getByRole('dialog', { name: 'Renamed to “Coffee”' });
    await message.getByRole('button', { name: 'Undo' }).press('Enter');
    await row(page, 'Tea time').waitFor();
    await row(page, 'Tea time').getByRole('link').focus();
    await keyboard.press('F2');
    await field.waitFor();
    await keyboard.press('Backspace');
    await keyboard.press('Enter');
    await row(page, 'keys').waitFor();
    await expect.poll(() => focusedText(page)).toBe('keys');

    await keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    await help.getByText('Rename').waitFor();
    await keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await expect.poll(() => focusedText(page)).toBe('keys');
  });

  test('Space marks a recording, Delete deletes one, and both can be taken back', async () => {
    const { page } = steno;
    const { keyboard } = page;
    await keyboard.press(' ');
    await page.getByRole('toolbar', { name: 'Selected recordings' }).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'detached' });

    await keyboard.press('Delete');
    await row(page, 'keys').waitFor({ state: 'detached' });
    const message = page.getByRole('dialog', { name: 'Deleted “keys”' });
    await message.getByRole('button', { name: 'Undo' }).press('Enter');
    await row(page, 'keys').waitFor();
  });
});

function focusedText(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.textContent');
}

function focusedTag(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.tagName');
}

function focusedName(page: Page): Promise<string | null> {
  return page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")');
}
