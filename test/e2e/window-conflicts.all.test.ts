/** Sentences that were changed in two places: both versions are kept, and nobody is pressed to choose. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { connect } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

describe('a recording that was changed in two places', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const line = () => steno.page.getByText('Both are kept until you choose.');
  const badge = () => row(steno.page, 'Story').getByText('Changed in two places');
  const open = async () => {
    await steno.page.goto(`${steno.url}/`);
    await row(steno.page, 'Story').getByRole('link').click();
    await steno.page.locator('[data-segment="1"]').waitFor();
  };

  /** Somebody else changes the sentence that is written in here. */
  const disagree = async () => {
    const { page } = steno;
    await page.locator('[data-segment="1"]').dblclick();
    await page.keyboard.type('Mine');
    const client = await connect(steno.dataDir);
    const id = page.url().split('/').at(-1) ?? '';
    const { revision } = await client.getTranscription(id);
    await client.editTranscript(id, { revision, edits: [{ op: 'text', id: 1, text: 'Theirs.' }] });
    await page.getByRole('button', { name: /^Undo: text/ }).waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
  };

  beforeAll(async () => {
    steno = await openWindow({ prepare: fill, viewport: { width: 390, height: 800 } });
    const { page } = steno;
    await row(page, 'Story').getByRole('link').click();
    const id = page.url().split('/').at(-1);
    // As a page leaves it that was closed before anybody chose.
    const conflict = { start: 0, mine: 'What I wrote.', theirs: 'What they wrote.' };
    const unsaved = JSON.stringify({ steps: [], draft: null, conflicts: [conflict] });
    await page.evaluate(`localStorage.setItem('unsaved ${id} gone', ${JSON.stringify(unsaved)})`);
  }, TRANSCRIBED.timeout);
  afterAll(() => steno.close());

  test('says so in its row of the library, and nowhere over a page', async () => {
    const { page } = steno;
    await page.goto(`${steno.url}/settings`);
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
    expect(await page.getByText('changed in two places').count()).toBe(0);
    await page.goto(`${steno.url}/`);
    await badge().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('has a line above its text, which can be put off', async () => {
    const { page } = steno;
    await open();
    await line().waitFor();
    expect(await violations(page)).toEqual([]);
    const notice = await line().boundingBox();
    const text = await page.locator('[data-segment="0"]').boundingBox();
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(text?.y ?? 0);
    await page.getByRole('button', { name: 'Later' }).click();
    await line().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Changed in two places…' }).waitFor();
    expect(await line().count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('is settled from its menu, and then says nothing of it any more', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Changed in two places…' }).click();
    await page.getByRole('button', { name: 'Keep the other' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await disagree();
    await line().waitFor();
    await page.goBack();
    await row(page, 'Story').waitFor();
    await page.goForward();
    await page.getByText('A sentence was changed here and somewhere else.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Choose…' }).click();
    await page.getByRole('button', { name: 'Keep the other' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${steno.url}/`);
    await row(page, 'Story').waitFor();
    expect(await badge().count()).toBe(0);
    expect(steno.pageErrors).toEqual([]);
  });
});

async function fill(dataDir: string): Promise<void> {
  await storeTranscripts(dataDir, [{ title: 'Story', windows: [['One.', 'Two.']] }]);
}
