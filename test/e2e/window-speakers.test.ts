import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../helpers/harness/axe.ts';
import { until } from '../helpers/harness/until.ts';
import { choose, openSample, openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { sampleLibrary } from './sample-library.ts';

describe('the speakers of a transcript', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const speakers = () => steno.page.getByRole('list', { name: 'Speakers' }).getByRole('listitem');
  const tab = (name: string) => steno.page.getByRole('tab', { name }).press('Enter');
  const rename = async (at: number, name: string) => {
    await speakers().nth(at).getByRole('button', { name: 'Rename…' }).press('Enter');
    await steno.page.keyboard.type(name);
    await steno.page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    steno = await openWindow({ prepare: sampleLibrary, viewport: { width: 1280, height: 800 } });
    const { page } = steno;
    await openSample(page);
    await tab('Speakers');
  });
  afterAll(() => steno.close());

  test('have their shares of the talk, and samples to hear', async () => {
    const { page } = steno;
    expect(await speakers().count()).toBe(2);
    expect(await speakers().first().innerText()).toMatch(/\d+% · \d:\d\d · \d+ turns/);
    await speakers().first().getByRole('button', { name: 'Who is this?' }).press('Enter');
    const samples = page.getByRole('list', { name: 'Samples of the voice' });
    await samples.getByRole('button').first().press('Enter');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await speakers().first().getByRole('button', { name: 'Who is this?' }).press('Enter');
  });

  test('are not remembered when that is not wanted', async () => {
    const { page } = steno;
    await rename(0, 'Zoe');
    const question = page.getByRole('alertdialog', { name: 'Remember this voice' });
    await question.getByRole('button', { name: 'Not now' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    await speakers().first().getByText('Zoe').waitFor();
  });

  test('with one name are merged after a question, and parted by Undo', async () => {
    const { page } = steno;
    await rename(1, 'zoe');
    const question = page.getByRole('alertdialog', { name: 'Are Speaker 2 and Zoe one person?' });
    await question.getByRole('button', { name: 'Merge them' }).press('Enter');
    await until(async () => (await speakers().count()) === 1);
    await page.keyboard.press('ControlOrMeta+z');
    await until(async () => (await speakers().count()) === 2);
  });

  test('whose labels are doubtful are called so first, until a user has checked them', async () => {
    const { page } = steno;
    const warning = page.getByText('The voices are hard to tell apart');
    const people = page.getByRole('group', { name: 'How many people speak?' });
    await choose(people.getByRole('combobox'), '8');
    await warning.waitFor(TRANSCRIBED);
    expect(await violations(page)).toEqual([]);
    await tab('Read');
    await warning.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'The labels are right' }).press('Enter');
    await warning.waitFor({ state: 'detached' });
    // Other labels, which nobody has checked.
    await tab('Speakers');
    await people.getByRole('button', { name: '5' }).press('Enter');
    await warning.waitFor(TRANSCRIBED);
    await people.getByRole('button', { name: '2' }).press('Enter');
    await warning.waitFor({ state: 'detached' });
  });

  test('subtitles are written by hand, and taken back', async () => {
    const { page } = steno;
    await tab('Subtitles');
    const first = page.getByRole('button', { name: 'Edit the subtitle at 0:00' }).first();
    await first.press('Enter');
    await page
      .getByRole('textbox', { name: 'Text' })
      .fill('Far too much to be read in so little time, by anybody');
    await page.getByText(/^Longest line: .*beyond the limit$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Text' }).fill('Quiet garden.');
    await page.getByRole('textbox', { name: 'Start', exact: true }).press('ArrowUp');
    await page.getByRole('textbox', { name: 'Text' }).press('ControlOrMeta+Enter');
    await page.getByText('Edited', { exact: true }).waitFor();
    await page.reload();
    await tab('Subtitles');
    await page.getByText('Quiet garden.').waitFor();
    await first.press('Enter');
    await page.getByRole('button', { name: 'Back to automatic', exact: true }).press('Enter');
    await page.getByRole('form', { name: 'Subtitle' }).waitFor({ state: 'detached' });
    await page.getByText('Quiet garden.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo: reset/ }).press('Enter');
    await page.getByText('Quiet garden.').waitFor();
  });

  test('breaks nothing in the page', () => {
    expect(steno.pageErrors).toEqual([]);
  });
});
