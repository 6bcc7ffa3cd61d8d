import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortBytes } from '../helpers/corpus/recordings.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { choose, openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

describe('the watch folder', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let base: string;
  let folder: string;

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'steno-watched-'));
    folder = join(base, 'Recordings');
    steno = await openWindow({ tasks: ONE_VOICE });
  });
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

  test('fills a project, whose names and spellings its recordings get', async () => {
    const { page } = steno;
    await choose(page.getByRole('combobox', { name: 'New recordings go into' }), 'New project…');
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('textbox').fill('Meetings');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'options of this project' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'options of this project' }).click();
    await page.getByRole('link', { name: 'Vocabulary' }).click();
    await page.getByRole('textbox', { name: 'Names and terms' }).fill('Zoë Marchetti, Aarhus');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    await page.getByRole('textbox', { name: 'Heard as' }).fill('garden');
    await page.getByRole('textbox', { name: 'Written as' }).fill('Gertrude');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Spellings' }).getByText('for garden').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Vocabulary' }).click();
    await page.getByRole('heading', { level: 1, name: 'Vocabulary' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Names and terms' }).inputValue()).toBe('');
    expect(await page.getByText('for garden').count()).toBe(0);
  });

  test('brings its recordings into the library', async () => {
    const { page } = steno;
    await writeFile(join(folder, 'meeting.mp3'), shortBytes());
    await page.getByRole('link', { name: 'Library' }).click();
    await row(page, 'meeting').waitFor();
    await row(page, 'meeting')
      .getByText('Done')
      .waitFor({ state: 'attached', ...TRANSCRIBED });
    await row(page, 'meeting').getByRole('link').click();
    await page.getByText('Gertrude').first().waitFor();
    await page.getByRole('link', { name: 'Library' }).first().click();
    await page
      .getByRole('navigation', { name: 'Projects' })
      .getByRole('link', { name: 'Meetings 1 recording' })
      .waitFor();
  });

  test('is left alone when that is wanted', async () => {
    const { page } = steno;
    await page.goto(`${steno.url}/settings/watch-folder`);
    await page.getByRole('button', { name: 'Stop watching' }).click();
    await page.getByText('No folder is being watched.').waitFor();
    expect(await page.getByRole('combobox').count()).toBe(0);
  });
});
