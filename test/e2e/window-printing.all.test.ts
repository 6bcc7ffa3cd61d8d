/** A transcript on paper: printed from the window, and as a PDF. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openWindow, row, type StenoWindow } from './open-window.ts';

const MANY = Array.from({ length: 80 }, (_, at) => `Sentence ${at} of a long talk.`);

describe('a long transcript', () => {
  let steno: StenoWindow;

  beforeAll(async () => {
    steno = await openWindow({
      viewport: { width: 1280, height: 800 },
      prepare: async (dataDir) => {
        await storeTranscripts(dataDir, [
          {
            title: 'Weather <today>',
            windows: [[...MANY, 'שלום לכולם מדברים על Steno היום']],
            speakers: ['Anna', 'Ben'],
          },
        ]);
      },
    });
    await row(steno.page, 'Weather <today>').getByRole('link').click();
    await steno.page.getByRole('region', { name: 'Transcript' }).waitFor();
  });
  afterAll(() => steno.close());

  test('is printed whole, and nothing of the window with it', async () => {
    const { page } = steno;
    await page.evaluate(`window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      window.printedText = document.querySelector('#printed').textContent;
    }`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Print…' }).click();
    await page.emulateMedia({ media: 'print' });
    const visible = await page.evaluate<string>('document.body.innerText');
    expect(visible).toContain('Weather <today>');
    for (const text of [MANY[0], MANY[79], 'Anna']) expect(visible).toContain(text);
    for (const text of ['Library', 'Copy text', 'Export…']) expect(visible).not.toContain(text);
    const heading = `getComputedStyle(document.querySelector('#printed h2')).breakAfter`;
    expect(await page.evaluate(heading)).toBe('avoid');
    await page.emulateMedia({ media: 'screen' });
    expect(await page.locator('#printed').isVisible()).toBe(false);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    expect(await page.locator('#printed').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test('has words from right to left where they are written so', async () => {
    const { page } = steno;
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    const lefts = await page.evaluate<number[]>(`(() => {
      const text = [...document.querySelectorAll('#printed p')].at(-1).lastChild;
      return ['שלום', 'לכולם', 'Steno', 'היום'].map((word) => {
        const range = document.createRange();
        const at = text.nodeValue.indexOf(word);
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        return range.getBoundingClientRect().left;
      });
    })()`);
    expect(lefts).toEqual(lefts.toSorted((a, b) => b - a));
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  });

  test('is saved as PDF, on the paper that is chosen', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radio', { name: /^PDF/ }).check();
    await dialog.getByRole('combobox', { name: 'Paper' }).click();
    await page.getByRole('option', { name: 'Letter' }).click();
    expect(await dialog.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    const downloaded = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe('Weather today.pdf');
    const file = await readFile(await download.path(), 'latin1');
    expect(file).toMatch(/^%PDF[\s\S]*\/MediaBox\s*\[0 0 612 792\]/);
    expect(steno.pageErrors).toEqual([]);
  });
});
