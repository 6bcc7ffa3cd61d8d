/** Projects in the window: made, filled by drag and by key, renamed, given options, deleted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { connect } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import {
  choose,
  closeError,
  openWindow,
  row,
  type StenoWindow,
  TRANSCRIBED,
} from './open-window.ts';

const TITLES = ['Apples', 'Bees', 'Clay', 'Ducks', 'Elms'];

describe('projects', TRANSCRIBED, () => {
  let steno: StenoWindow;

  beforeAll(async () => {
    steno = await openWindow({
      prepare: async (dataDir) => {
        const all = TITLES.map((title) => ({ title, windows: [[`About ${title}.`]] }));
        await storeTranscripts(dataDir, all);
      },
      viewport: { width: 1280, height: 800 },
    });
  });
  afterAll(() => steno.close());

  const nav = () => steno.page.getByRole('navigation', { name: 'Projects' });
  const entry = (name: string) => nav().getByRole('link', { name });
  const titles = () =>
    steno.page.getByRole('region', { name: 'Recordings' }).locator('li a').allTextContents();
  const toast = (text: string) => steno.page.getByText(text, { exact: true });
  const focused = () => steno.page.evaluate('document.activeElement.textContent');
  const shows = (wanted: string[]) => expect.poll(async () => titles()).toEqual(wanted);

  test('one is made, and opens, and says that what is added goes into it', async () => {
    const { page, url } = steno;
    await nav().getByRole('button', { name: 'New project' }).click();
    await page.getByRole('dialog').getByRole('textbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Garden 🌱');
    await page.keyboard.press('Enter');
    await entry('Garden 🌱').and(page.locator('[aria-current="page"]')).waitFor();
    expect(page.url()).toMatch(`${url}/projects/prj_`);
    await page.getByText('New recordings go into “Garden 🌱”.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await page.getByText('No recordings here yet.').waitFor();
    await entry('All recordings').click();
    await choose(page.getByRole('combobox', { name: 'Order' }), 'By title');
    await shows(TITLES);
  });

  test('a row is dragged onto it, and the move is undone', async () => {
    await row(steno.page, 'Bees').dragTo(entry('Garden 🌱'));
    await toast('Moved “Bees” to “Garden 🌱”').waitFor();
    await entry('Garden 🌱 1 recording').waitFor();
    await entry('No project').click();
    await shows(['Apples', 'Clay', 'Ducks', 'Elms']);
    await steno.page.getByRole('button', { name: 'Undo' }).click();
    await shows(TITLES);
    await entry('Garden 🌱 0 recordings').waitFor();
  });

  test('rows that are selected move together, and a drop beside it moves none', async () => {
    const { page } = steno;
    for (const title of ['Apples', 'Clay']) await page.getByLabel(`Select ${title}`).check();
    await row(page, 'Clay').dragTo(page.getByRole('link', { name: 'Settings' }));
    await shows(TITLES);
    await row(page, 'Clay').dragTo(entry('Garden 🌱'));
    await toast('Moved 2 recordings to “Garden 🌱”').waitFor();
    await shows(['Bees', 'Ducks', 'Elms']);
    expect(await page.getByRole('toolbar').count()).toBe(0);
  });

  test('M asks where to, takes letters, makes a project of a new name, and the next row has the focus', async () => {
    const { page } = steno;
    await row(page, 'Ducks').getByRole('link').focus();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Move “Ducks” to…' });
    await dialog.waitFor();
    await page.keyboard.type('Pond');
    await dialog.getByRole('option', { name: 'New project “Pond”' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await toast('Moved “Ducks” to “Pond”').waitFor();
    await shows(['Bees', 'Elms']);
    await expect.poll(focused).toBe('Elms');
    await row(page, 'Bees').getByRole('link').focus();
    await page.keyboard.press('m');
    await page.keyboard.type('gard');
    await page.keyboard.press('Enter');
    await toast('Moved “Bees” to “Garden 🌱”').waitFor();
    await expect.poll(focused).toBe('Elms');
    await page.keyboard.press('m');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Elms');
    await shows(['Elms']);
  });

  test('the page of a recording names its project, and changes it', async () => {
    const { page } = steno;
    await row(page, 'Elms').getByRole('link').click();
    const heading = page.getByRole('heading', { level: 1, name: 'Elms' });
    await heading.waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move to project…' }).click();
    await page.getByRole('dialog', { name: 'Move “Elms” to…' }).waitFor();
    await page.keyboard.type('pond');
    await page.keyboard.press('Enter');
    await toast('Moved “Elms” to “Pond”').waitFor();
    await page.getByRole('button', { name: 'Pond', exact: true }).click();
    await page.getByRole('dialog').getByRole('option', { name: 'No project' }).click();
    await toast('Took “Elms” out of the project').waitFor();
    await page.getByRole('button', { name: 'Pond', exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Library', exact: true }).first().click();
    await entry('No project').click();
    await shows(['Elms']);
  });

  test('its options are behind one button', async () => {
    const { page } = steno;
    await entry('Garden 🌱').click();
    await page.getByRole('link', { name: 'Project options' }).click();
    const name = page.getByRole('textbox', { name: 'Name of the project' });
    await name.fill('POND');
    await page.keyboard.press('Enter');
    await page.getByText('There is a project named “POND” already.').waitFor();
    await name.fill('Orchard');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Orchard' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.route('**/v1/projects/*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await choose(page.getByLabel('Spoken language'), 'German – Deutsch');
    await closeError(page);
    for (const [section, what] of [
      ['Vocabulary', 'Names and terms'],
      ['Automatic export', 'Export automatically'],
    ] as const) {
      await page.getByRole('link', { name: section }).click();
      await page.getByText(what).first().waitFor();
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole('link', { name: 'Vocabulary' }).click();
    await page.getByRole('textbox', { name: 'Names and terms' }).fill('Zoë');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.reload();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Names and terms' }).inputValue())
      .toBe('Zoë');
  });

  test('its name is not lost while it is written and another window gives another', async () => {
    const { page, dataDir } = steno;
    await page.getByRole('link', { name: 'General' }).click();
    const name = page.getByRole('textbox', { name: 'Name of the project' });
    await name.fill('Meadow');
    const client = await connect(dataDir);
    const { data } = await client.listProjects();
    const id = data.find((project) => project.name === 'Orchard')?.id ?? '';
    await client.updateProject(id, { name: 'Grove' });
    await page.getByText('This was changed elsewhere').waitFor();
    expect(await name.inputValue()).toBe('Meadow');
    await page.getByRole('button', { name: 'Show what is saved' }).click();
    expect(await name.inputValue()).toBe('Grove');
    await name.fill('Orchard');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Orchard' }).waitFor();
  });

  test('in a narrow window it is chosen from a list', async () => {
    const { page } = steno;
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('link', { name: 'Orchard' }).click();
    await shows(['Clay', 'Bees', 'Apples']);
    await page.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: 'Pond (1)' }).click();
    await shows(['Ducks']);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('it is deleted, and its recordings stay; where it was open elsewhere all are shown', async () => {
    const { page, context, url, pageErrors } = steno;
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('navigation', { name: 'Projects' }).waitFor();
    await page.bringToFront();
    await page.getByRole('link', { name: 'Project options' }).click();
    await page.getByRole('button', { name: 'Delete project…' }).click();
    await page.getByText('The recording in it stays, in no project.').last().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await shows(TITLES.toReversed());
    await other.bringToFront();
    await other.getByText('There is no such project').waitFor();
    expect(other.url()).toBe(`${url}/`);
    await other.close();
    // A name that was taken, and a language while the service was away.
    expect(pageErrors.filter((error) => !/409|503/.test(error))).toEqual([]);
  });
});
