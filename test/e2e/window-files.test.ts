import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, row, type StenoWindow, sampleFile, TRANSCRIBED } from './open-window.ts';

describe('files', TRANSCRIBED, () => {
  let steno: StenoWindow;

  beforeAll(async () => {
    steno = await openWindow();
  }, TRANSCRIBED.timeout);

  afterAll(() => steno.close());

  test('the sample is offered while the library is empty, and is transcribed', async () => {
    const { page } = steno;
    await page.getByRole('heading', { name: 'No recordings yet' }).waitFor();
    await page.getByRole('button', { name: 'Try the sample' }).click();
    const sample = row(page, 'Sample recording.mp3');
    await sample.getByText('Done').waitFor({ state: 'attached', ...TRANSCRIBED });
    expect(await page.getByRole('button', { name: 'Try the sample' }).count()).toBe(0);
  });

  test('a file dropped anywhere on the page is added', async () => {
    const { page } = steno;
    const base64 = await readFile(sampleFile, 'base64');
    const dropped = await page.evaluateHandle(`(async () => {
      const bytes = Uint8Array.fromBase64(${JSON.stringify(base64)});
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'dropped.mp3', { type: 'audio/mpeg' }));
      return transfer;
    })()`);
    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
    await page.getByText('Drop to transcribe').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await page.getByText('Drop to transcribe').waitFor({ state: 'hidden' });
    await row(page, 'dropped.mp3').waitFor();
  });

  test('several chosen files become one recording each', async () => {
    const { page } = steno;
    const buffer = await readFile(sampleFile);
    const file = (name: string) => ({ name, mimeType: 'audio/mpeg', buffer });
    await page.locator('input[type=file]').setInputFiles([file('one.mp3'), file('two.mp3')]);
    await row(page, 'one.mp3').waitFor();
    await row(page, 'two.mp3').waitFor();
    expect(await page.getByRole('list', { name: 'Uploads' }).count()).toBe(0);
  });

  test('a name that looks like markup is only text', async () => {
    const { page } = steno;
    const name = '<img src=x onerror=alert(1)>.mp3';
    const buffer = await readFile(sampleFile);
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'audio/mpeg', buffer });
    await row(page, name).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('the demo model is called what it is', async () => {
    await steno.page.getByText('it knows only a few hundred words').waitFor();
    await steno.page.getByText('get a real Whisper model').waitFor();
  });

  test('breaks nothing in the page', () => {
    expect(steno.pageErrors).toEqual([]);
  });
});
