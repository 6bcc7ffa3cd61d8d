/** A recording with several audio tracks: which was transcribed, and another choice. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trackedTalk } from '../helpers/corpus/tracks.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { quick } from './window-engines.ts';

describe('several audio tracks', TRANSCRIBED, () => {
  let steno: StenoWindow;

  beforeAll(async () => {
    steno = await openWindow({ engine: await quick() });
    const { bytes } = await trackedTalk();
    const talk = { name: 'talk.mkv', mimeType: 'video/x-matroska', buffer: bytes };
    await steno.page.locator('input[type=file]').first().setInputFiles(talk);
    await row(steno.page, 'talk')
      .getByText('Done')
      .waitFor({ state: 'attached', ...TRANSCRIBED });
  });
  afterAll(async () => {
    await steno.close();
  });

  test('the page says which was transcribed and offers the others, with the keyboard', async () => {
    const { page } = steno;
    await row(page, 'talk').getByRole('link').click();
    await page.getByText('2 of 3 (Bea Lund, English), the one that players begin with').waitFor();
    await page.getByRole('button', { name: 'Transcribe again with…' }).press('Enter');
    const names = await page.getByRole('menuitem').allTextContents();
    expect(names).toEqual([
      ...['All tracks, mixed', 'Each track is a speaker'],
      ...['Track 1 · Ada Ruiz', 'Track 3'],
    ]);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Each track is a speaker' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Transcribe again' });
    expect(await dialog.getByLabel('Audio tracks').textContent()).toBe('Each track is a speaker');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Transcribe again' }).click();
    await page.getByText('a speaker per track').waitFor(TRANSCRIBED);
    await page.getByRole('region', { name: 'Transcript', exact: true }).waitFor(TRANSCRIBED);
    await page
      .getByRole('button', { name: /^Ada Ruiz/ })
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /^Bea Lund/ })
      .first()
      .waitFor();
    expect(await page.getByText('several audio tracks').count()).toBe(0);
    expect(steno.pageErrors).toEqual([]);
  });

  test('a choice for what is added is said beside the box', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Library' }).first().click();
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByLabel('Audio tracks').click();
    await page.getByRole('option', { name: 'All tracks, mixed' }).click();
    await page.getByText('all tracks mixed').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a track that is not there is told, and another one can be chosen', async () => {
    const { page } = steno;
    await page.getByLabel('Audio tracks').click();
    await page.getByRole('option', { name: 'Track 5' }).click();
    const { bytes } = await trackedTalk('mp4');
    const other = { name: 'other.mp4', mimeType: 'video/mp4', buffer: bytes };
    await page.locator('input[type=file]').first().setInputFiles(other);
    await row(page, 'other')
      .getByText('Failed')
      .waitFor({ state: 'attached', ...TRANSCRIBED });
    await row(page, 'other').getByRole('link').click();
    await page.getByText('3 audio tracks, and no track 5').first().waitFor();
    await page.getByRole('button', { name: 'Transcribe again…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transcribe again' });
    expect(await dialog.getByLabel('Audio tracks').textContent()).toBe('The default: track 2');
    await dialog.getByRole('button', { name: 'Transcribe again' }).click();
    await page.getByText('2 of 3 (Bea Lund, English)').waitFor(TRANSCRIBED);
    expect(await violations(page)).toEqual([]);
    expect(steno.pageErrors).toEqual([]);
  });
});
