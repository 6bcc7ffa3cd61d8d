import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortBytes } from '../helpers/corpus/recordings.ts';
import { connect } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { until } from '../helpers/harness/until.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { quick } from './window-engines.ts';

describe('automatic export', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let base: string;
  let folder: string;

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'steno-texts-'));
    folder = join(base, 'Texts');
    steno = await openWindow({ engine: await quick(), tasks: ONE_VOICE });
  });
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
    await page.getByText('The name must not have {titel}').waitFor();
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

  test('what is being chosen stays while another window saves something else', async () => {
    const { page, dataDir } = steno;
    await page.getByRole('checkbox', { name: /^VTT/ }).check();
    const client = await connect(dataDir);
    const { auto_export: saved } = await client.getSettings();
    if (saved === null) throw new Error('Nothing is saved.');
    await client.updateSettings({ auto_export: { ...saved, formats: ['csv'] } });
    await page.getByText('This was changed elsewhere').waitFor();
    expect(await page.getByRole('checkbox', { name: /^VTT/ }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: /^CSV/ }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Show what is saved' }).click();
    expect(await page.getByRole('checkbox', { name: /^CSV/ }).isChecked()).toBe(true);
    await client.updateSettings({ auto_export: saved });
    await page.getByRole('checkbox', { name: /^SRT/, checked: true }).waitFor();
  });

  test('says at the recording and in the settings what could not be written, until it is', async () => {
    const { page } = steno;
    await rm(folder, { recursive: true });
    await page.getByRole('link', { name: 'Library' }).first().click();
    const talk = { name: 'Talk.mp3', mimeType: 'audio/mpeg', buffer: shortBytes() };
    await page.locator('input[type=file][multiple]').setInputFiles(talk);
    await row(page, 'Talk').getByRole('link').click();
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
      ['md', 'srt', 'txt'].map((format) => `Talk (en).${format}`),
    );
  });

  test('ends when that is wanted', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'Stop exporting' }).click();
    await page.getByText('Nothing is exported automatically.').waitFor();
  });
});
