/** Options for what is added, a recording transcribed again, and its text while it is made. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortBytes } from '../helpers/corpus/recordings.ts';
import { violations } from '../helpers/harness/axe.ts';
import {
  choose,
  openWindow,
  row,
  type StenoWindow,
  sampleFile,
  TRANSCRIBED,
} from './open-window.ts';

describe('options and versions', TRANSCRIBED, () => {
  let steno: StenoWindow;

  beforeAll(async () => {
    steno = await openWindow();
  });
  afterAll(async () => {
    await steno.close();
  });

  test('what is set beside the box is said in one line, and remembered', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    await choose(page.getByLabel('Spoken language'), 'German – Deutsch');
    await choose(page.getByLabel('Speakers'), '2');
    await page.getByLabel('Names and terms').fill('Zoë, Aarhus');
    const summary = page.getByText('German · 2 speakers · 2 terms');
    await summary.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await summary.waitFor();
    // The demo model was never trained for it.
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    expect(await page.getByLabel('Translate into English').count()).toBe(0);
  });

  test('files that are added meanwhile are transcribed so', async () => {
    const { page } = steno;
    const short = { name: 'sample.mp3', mimeType: 'audio/mpeg', buffer: shortBytes() };
    await page.locator('input[type=file]').first().setInputFiles(short);
    await row(page, 'sample')
      .getByText('Done')
      .waitFor({ state: 'attached', ...TRANSCRIBED });
    await row(page, 'sample')
      .getByText(/German/)
      .waitFor();
    await page.getByRole('button', { name: 'Clear the options' }).click();
    expect(await page.getByText('What you add is transcribed with').count()).toBe(0);
  });

  test('transcribing again makes a version that can be compared and kept', async () => {
    const { page } = steno;
    await row(page, 'sample').getByRole('button', { name: 'More for sample' }).click();
    await page.getByRole('menuitem', { name: 'Transcribe again…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transcribe again' });
    expect(await dialog.getByLabel('Names and terms').inputValue()).toBe('Zoë, Aarhus');
    expect(await violations(page)).toEqual([]);
    await choose(dialog.getByLabel('Spoken language'), 'English');
    await dialog.getByRole('button', { name: 'Transcribe again' }).click();
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByText('Version 2 of 2').waitFor();
    await versions.getByRole('link', { name: 'Compare' }).click({ ...TRANSCRIBED });
    await page.getByText(/places? differ/).waitFor();
    expect(await page.locator('ins').count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep this one: the later version' }).click();
    await page.getByRole('region', { name: 'Transcript', exact: true }).waitFor();
    await page.getByText('Deleted the other version').waitFor();
    expect(await versions.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await versions.getByText('Version 2 of 2').waitFor();
    await page.getByRole('link', { name: 'Library' }).first().click();
    await row(page, 'sample').waitFor();
    expect(await row(page, 'sample').count()).toBe(1);
  });

  test('the version that is kept is in the library at once, and undoing brings the other back', async () => {
    const { page } = steno;
    await row(page, 'sample').getByRole('link').click();
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('button', { name: 'Keep this one: the earlier version' }).click();
    await page.getByRole('region', { name: 'Transcript', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Library' }).first().click();
    const undo = page.getByRole('button', { name: 'Undo' }).last();
    await row(page, 'sample').waitFor();
    // The message that would take it back is still there.
    expect(await undo.count()).toBe(1);
    expect(await row(page, 'sample').count()).toBe(1);
    await undo.click();
    await row(page, 'sample').getByRole('link').click();
    // Of both: until the library knows, its row leads to the one that was kept.
    await versions.getByText(/^Version [12] of 2$/).waitFor();
    await page.getByRole('link', { name: 'Library' }).first().click();
    expect(await row(page, 'sample').count()).toBe(1);
  });

  test('a recording that is under way shows its text and can be played', async () => {
    const { page } = steno;
    const sample = await readFile(sampleFile);
    const buffer = Buffer.concat(Array.from({ length: 4 }, () => sample));
    const long = { name: 'long.mp3', mimeType: 'audio/mpeg', buffer };
    await page.goto(steno.url);
    await page.locator('input[type=file]').first().setInputFiles(long);
    await page.getByRole('link', { name: 'long', exact: true }).click();
    const text = page.getByRole('region', { name: 'Text so far' });
    await text.getByText('quiet garden').first().waitFor(TRANSCRIBED);
    await page.getByRole('region', { name: 'Player' }).waitFor(TRANSCRIBED);
    expect(await violations(page)).toEqual([]);
    expect(steno.pageErrors).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The transcription was canceled.').waitFor();
    // The browser may still be loading the recording, which goes with it.
    const cutOff = /ERR_CONTENT_LENGTH_MISMATCH \(.*\/media\)$/;
    expect(steno.pageErrors.filter((error) => !cutOff.test(error))).toEqual([]);
  });
});
