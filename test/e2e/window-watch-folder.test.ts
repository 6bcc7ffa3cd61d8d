import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortBytes } from '../helpers/corpus/recordings.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

describe('the watch folder', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let base: string;
  let folder: string;

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'steno-watched-'));
    folder = join(base, 'Recordings');
    steno = await openWindow();
  }, TRANSCRIBED.timeout);
  afterAll(async () => {
    await steno.close();
    await rm(base, { recursive: true, force: true });
  });

  test('is set by keyboard, once it is there', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Watch folder' }).click();
    await page.getByText('No folder is being watched.').waitFor();
    await page.getByRole('textbox', { name: 'Folder path' }).focus();
    await page.keyboard.type(folder);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('There is no such folder.').waitFor();
    await rename(await mkdtemp(join(base, 'new-')), folder);
    await page.keyboard.press('Enter');
    await page.getByText('Steno is watching this folder.').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('brings its recordings into the library', async () => {
    const { page } = steno;
    await writeFile(join(folder, 'meeting.mp3'), shortBytes());
    await page.getByRole('link', { name: 'Library' }).click();
    await row(page, 'meeting').waitFor();
  });

  test('is left alone when that is wanted', async () => {
    const { page } = steno;
    await page.goBack();
    await page.getByRole('button', { name: 'Stop watching' }).click();
    await page.getByText('No folder is being watched.').waitFor();
  });
});
