import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openSample, openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { sampleLibrary } from './sample-library.ts';

describe('vocabulary', () => {
  let steno: StenoWindow;
  beforeAll(async () => {
    steno = await openWindow({ prepare: sampleLibrary, viewport: { width: 1280, height: 800 } });
  });
  afterAll(() => steno.close());

  const openSettings = async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Settings' }).press('Enter');
    await page.getByRole('link', { name: 'Vocabulary' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Vocabulary' }).waitFor();
  };
  const rows = () => steno.page.getByRole('list', { name: 'Spellings' }).getByRole('listitem');

  test('names and terms are kept', async () => {
    const { page } = steno;
    await openSettings();
    await page.getByRole('textbox', { name: 'Names and terms' }).focus();
    await page.keyboard.type('Zoë Marchetti, Aarhus');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    await page.reload();
    const field = page.getByRole('textbox', { name: 'Names and terms' });
    await expect.poll(() => field.inputValue(), TRANSCRIBED).toBe('Zoë Marchetti, Aarhus');
  });

  test('what is being written stays while another window saves something else, and is told of', async () => {
    const { page, dataDir } = steno;
    const field = page.getByRole('textbox', { name: 'Names and terms' });
    const client = await connect(dataDir);
    await field.fill('Zoë Marchetti, Aarhus, Lund');
    await client.updateSettings({ vocabulary: ['Aarhus', 'Malmö'] });
    await page.getByText('This was changed elsewhere').waitFor();
    expect(await field.inputValue()).toBe('Zoë Marchetti, Aarhus, Lund');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show what is saved' }).press('Enter');
    expect(await field.inputValue()).toBe('Aarhus, Malmö');
    await client.updateSettings({ vocabulary: ['Aarhus'] });
    await expect.poll(() => field.inputValue(), TRANSCRIBED).toBe('Aarhus');
  });

  test('what is written while an answer is waited for stays', async () => {
    const { page } = steno;
    const field = page.getByRole('textbox', { name: 'Names and terms' });
    const gate = Promise.withResolvers<void>();
    await page.route('**/v1/settings', async (route) => {
      await gate.promise;
      await route.continue();
    });
    const answered = page.waitForResponse(/\/v1\/settings$/);
    await field.fill('Aarhus, Lund');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await field.fill('Aarhus, Lund, Malmö');
    gate.resolve();
    await answered;
    await page.unroute('**/v1/settings');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    expect(await field.inputValue()).toBe('Aarhus, Lund, Malmö');
    expect(await page.getByText('This was changed elsewhere').count()).toBe(0);
  });

  test('a spelling is added, changed and removed by keyboard', async () => {
    const { page } = steno;
    const { keyboard } = page;
    await page.getByRole('textbox', { name: 'Heard as' }).focus();
    await keyboard.type('cube ernetes');
    await keyboard.press('Tab');
    await keyboard.type('Kubernetes');
    await keyboard.press('Enter');
    await rows().getByText('for cube ernetes').waitFor();
    expect(await violations(page)).toEqual([]);
    // The caret is back in the first field, for the next entry.
    await keyboard.type('cubernetes');
    await keyboard.press('Tab');
    await keyboard.type('Kubernetes');
    await keyboard.press('Enter');
    await rows().getByText('for cube ernetes, cubernetes').waitFor();
    await page.getByRole('button', { name: 'Edit Kubernetes' }).press('Enter');
    await keyboard.press('End');
    await keyboard.type(', kubernets');
    await keyboard.press('Enter');
    await rows().getByText('for cube ernetes, cubernetes, kubernets').waitFor();
    await page.getByRole('button', { name: 'Remove Kubernetes' }).press('Enter');
    await expect.poll(() => rows().count(), TRANSCRIBED).toBe(0);
  });

  test('a list is pasted; lines that are none stay', async () => {
    const { page } = steno;
    await page.getByText('Paste a list').press('Enter');
    const field = page.getByRole('textbox', { name: 'Lines to add' });
    await field.fill('zoe, zoey -> Zoë\nnonsense\norhus -> Aarhus');
    await page.getByRole('button', { name: 'Add lines' }).press('Enter');
    await page.getByText('Added 2 lines.').waitFor();
    expect(await field.inputValue()).toBe('nonsense');
    expect(await rows().count()).toBe(2);
    expect(await violations(page)).toEqual([]);
  });

  test('a correction made everywhere is offered, and taken when wanted', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Library' }).first().press('Enter');
    await openSample(page);
    await page.keyboard.press('/');
    await page.keyboard.type('doctor');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('Dr. Lee');
    await page.getByRole('button', { name: 'Replace all' }).press('Enter');
    await page.getByText('Use “Dr. Lee” from now on?').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add to vocabulary' }).press('Enter');
    await openSettings();
    await rows().getByText('for doctor').waitFor();
    expect(steno.pageErrors).toEqual([]);
  });
});
