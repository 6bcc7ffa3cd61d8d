import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/main/repositories/sqlite-database.ts';
import { storeSegments } from '../helpers/corpus/stored-transcripts.ts';
import { speak } from '../helpers/corpus/texts-spoken.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const LINES = [
  'She bought cheese, um, and bread.',
  'The old door is shut.',
  '我们今天去北京。',
  'أين كتاب اللغة؟',
];

describe('one word, one gesture', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const editor = (page = steno.page) => page.getByRole('textbox', { name: /^Text at/ });
  const selected = (page = steno.page) => page.evaluate<string>('String(getSelection())');
  const leave = async () => {
    await steno.page.keyboard.press('Escape');
    await editor().waitFor({ state: 'detached' });
  };
  /** In the middle of some letters of a segment. */
  const placeOf = (page: Page, segment: number, letters: string) =>
    page.evaluate<{ x: number; y: number; left: number; right: number }>(`(() => {
      const nodes = document.createTreeWalker(document.querySelector('[data-segment="${segment}"]'), 4);
      for (let node; (node = nodes.nextNode()); ) {
        const at = node.data.indexOf('${letters}');
        if (at < 0) continue;
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + ${letters.length});
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, x: (left + right) / 2, y: (top + bottom) / 2 };
      }
    })()`);
  const double = async (segment: number, letters: string) => {
    const { x, y } = await placeOf(steno.page, segment, letters);
    await steno.page.mouse.dblclick(x, y);
    await editor().waitFor();
  };

  beforeAll(async () => {
    steno = await openWindow({ prepare: fill, viewport: { width: 1280, height: 800 } });
    await row(steno.page, 'Words').getByRole('link').click();
    await steno.page.locator('[data-segment="3"]').waitFor();
  });
  afterAll(() => steno.close());

  test.each([
    [0, 'cheese', 'cheese'],
    [0, 'bread.', 'bread'],
    [2, '北', '北京'],
    [2, '今', '今天'],
    [3, 'كتاب', 'كتاب'],
  ])(
    'a double click selects it, without the signs around it: %i %s',
    async (segment, letters, word) => {
      await double(segment, letters);
      expect(await selected()).toBe(word);
      await steno.page.keyboard.type('X');
      expect(await editor().innerText()).toBe(LINES[segment]?.replace(word, 'X'));
      await leave();
    },
  );

  test('a third click selects the sentence, and nothing of others', async () => {
    const { page } = steno;
    const { x, y } = await placeOf(page, 1, 'door');
    await page.mouse.click(x, y, { clickCount: 3 });
    await editor().waitFor();
    await expect.poll(async () => (await selected()).trim()).toBe(LINES[1]);
    await page.keyboard.type('Shut.');
    expect(await editor().innerText()).toBe('Shut.');
    await leave();
    expect(await page.locator('[data-segment="0"]').innerText()).toBe(LINES[0]);
  });

  test('E selects what is selected, in whole words', async () => {
    const { page } = steno;
    const from = await placeOf(page, 1, 'ld');
    const to = await placeOf(page, 1, 'doo');
    await page.mouse.move(from.left, from.y);
    await page.mouse.down();
    await page.mouse.move(to.right, to.y, { steps: 4 });
    await page.mouse.up();
    expect(await selected()).toBe('ld doo');
    await page.keyboard.press('e');
    await editor().waitFor();
    expect(await selected()).toBe('old door');
    await page.keyboard.type('new gate');
    expect(await editor().innerText()).toBe('The new gate is shut.');
    await leave();
  });

  test('right after a press E is about the word that was pressed, and nothing plays', async () => {
    const { page } = steno;
    const { x, y } = await placeOf(page, 1, 'door');
    await page.mouse.click(x, y);
    await page.keyboard.press('e');
    await editor().waitFor();
    expect(await selected()).toBe('door');
    await leave();
  });

  test('where the system forces its colors, what is marked does not look selected', async () => {
    const { page } = steno;
    await page.emulateMedia({ forcedColors: 'active' });
    const { page: plain, ...marks } = await page.evaluate<Record<string, string>>(`(() => {
      const text = document.querySelector('[data-segment="1"]');
      const ground = (name) => getComputedStyle(text, '::highlight(' + name + ')').backgroundColor;
      const probe = document.body.appendChild(document.createElement('p'));
      probe.style.backgroundColor = 'Canvas';
      const page = getComputedStyle(probe).backgroundColor;
      probe.remove();
      const forced = getComputedStyle(text).forcedColorAdjust;
      return { page, forced, spoken: ground('spoken'), marked: ground('marked-yellow') };
    })()`);
    expect(marks).toEqual({ forced: 'none', spoken: plain, marked: plain });
    await page.emulateMedia({ forcedColors: null });
  });

  test('where fillers are left out, the word that was pressed is selected all the same', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Clean, without fillers/ }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('[data-segment="0"]').innerText()).not.toContain('um');
    await double(0, 'bread');
    expect(await selected()).toBe('bread');
    await leave();
  });

  test('a finger that taps twice selects it, and the page is not zoomed', async () => {
    const { page } = steno;
    const touched = await steno.context.browser()?.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 800 },
      storageState: await steno.context.storageState(),
    });
    const phone = await touched?.newPage();
    if (!phone) throw new Error('There is no other window.');
    await phone.goto(page.url());
    await phone.locator('[data-segment="1"]').waitFor();
    const { x, y } = await placeOf(phone, 1, 'door');
    await phone.touchscreen.tap(x, y);
    await phone.touchscreen.tap(x, y);
    await editor(phone).waitFor();
    expect(await selected(phone)).toBe('door');
    expect(await phone.evaluate('visualViewport.scale')).toBe(1);
    await touched?.close();
    expect(steno.pageErrors).toEqual([]);
  });
});

async function fill(dataDir: string): Promise<void> {
  const languages = ['en', 'en', 'zh', 'ar'];
  const segments = speak(LINES).map((segment, at) => ({
    ...segment,
    language: languages[at] ?? 'en',
  }));
  const { db, close } = openDatabase(dataDir);
  await storeSegments(db, { title: 'Words', windows: [segments], structured: null });
  await close();
}
