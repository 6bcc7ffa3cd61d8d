import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const LINES = ['The garden is quiet today.', 'Anna sees the old door.', 'Ben opens it.'];

describe('a key', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const text = () => steno.page.getByRole('region', { name: 'Transcript' }).innerText();
  const undo = () => steno.page.getByRole('button', { name: 'Undo' });

  beforeAll(async () => {
    steno = await openWindow({ prepare: fill, viewport: { width: 1280, height: 800 } });
    const { page } = steno;
    await row(page, 'Story').getByRole('link').click();
    await page.locator('[data-segment="2"]').waitFor();
  }, TRANSCRIBED.timeout);
  afterAll(() => steno.close());

  test.each(['Ana Müller', 'Nele', 'Rena Rex'])(
    'of a name that is typed into a menu changes nothing: %s',
    async (name) => {
      const { page } = steno;
      const before = await text();
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menu').waitFor();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      expect(await text()).toBe(before);
      expect(await undo().isDisabled()).toBe(true);
    },
  );

  test('after which nothing has the focus goes to the text all the same', async () => {
    const { page } = steno;
    const focused = () => page.evaluate<string>('document.activeElement.tagName');
    await page.locator('[data-segment="1"]').dblclick();
    await page.keyboard.press('Escape');
    await expect.poll(focused).not.toBe('BODY');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).not.toBe('BODY');
    // A paragraph that begins is joined with the one before, and writing goes on in it.
    await page.locator('[data-segment="1"]').dblclick();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('Backspace');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.isContentEditable')).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: /^Text at/ }).waitFor({ state: 'detached' });
    await expect.poll(focused).not.toBe('BODY');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => undo().isDisabled()).toBe(true);
  });

  test('breaks nothing in the page', () => {
    expect(steno.pageErrors).toEqual([]);
  });
});

async function fill(dataDir: string): Promise<void> {
  const speakers = ['Speaker 1', 'Speaker 2'];
  await storeTranscripts(dataDir, [{ title: 'Story', windows: [LINES], speakers }]);
}
