import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../helpers/harness/axe.ts';
import { until } from '../helpers/harness/until.ts';
import { openWindow, type StenoWindow, TRANSCRIBED, trySample } from './open-window.ts';

describe('automatic export', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let base: string;
  let folder: string;

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'steno-texts-'));
    folder = join(base, 'Texts');
    steno = await openWindow();
  }, TRANSCRIBED.timeout);
  afterAll(async () => {
    await steno.close();
    await rm(base, { recursive: true, force: true });
  });

  test('is set by keyboard: formats, a folder that is there, and a name that tells recordings apart', async () => {
    const { page } = steno;
    const { keyboard } = page;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Automatic export' }).click();
    await page.getByText('Nothing is exported automatically.').waitFor();
    const start = page.getByRole('button', { name: 'Export automatically' });
    expect(await start.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /^SRT/ }).focus();
    await keyboard.press('Space');
    await page.getByRole('textbox', { name: 'Folder path' }).focus();
    await keyboard.type(folder);
    const name = page.getByRole('textbox', { name: 'File name' });
    await name.fill('{titel}.{ext}');
    await page.getByText('There is no {titel}.').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await name.fill('{title} ({language}).{ext}');
    await page.getByText('For example: Interview (en).txt').waitFor();
    await keyboard.press('Enter');
    await page.getByRole('alert').getByText('There is no such folder.').waitFor();
    await mkdir(folder);
    await keyboard.press('Enter');
    await page.getByText('Finished recordings are exported automatically.').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('says at the recording and in the settings what could not be written, until it is', async () => {
    const { page } = steno;
    await rm(folder, { recursive: true });
    await page.getByRole('link', { name: 'Library' }).first().click();
    await trySample(page);
    await page.getByText(`Not exported yet: The folder ${folder} is not there.`).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Automatic export' }).click();
    await page.getByText('1 recording is waiting.').waitFor();
    expect(await violations(page)).toEqual([]);
    await mkdir(folder);
    await page.getByRole('checkbox', { name: /^Markdown/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 recording is waiting.').waitFor({ state: 'detached' });
    await until(async () => (await readdir(folder)).length === 3);
    expect((await readdir(folder)).sort()).toEqual(
      ['md', 'srt', 'txt'].map((format) => `Sample recording (en).${format}`),
    );
  });

  test('ends when that is wanted', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'Stop exporting' }).click();
    await page.getByText('Nothing is exported automatically.').waitFor();
  });
});
