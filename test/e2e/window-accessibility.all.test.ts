import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wavFile } from '../helpers/corpus/audio.ts';
import { violations } from '../helpers/harness/axe.ts';
import { type Origin, startOrigin } from '../helpers/servers/http-origin.ts';
import { openWindow, pasteLinks, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { sampleLibrary } from './sample-library.ts';

describe('accessibility', () => {
  let origin: Origin;
  let steno: StenoWindow;

  beforeAll(async () => {
    origin = await startOrigin(({ url }, response) => {
      if (url === '/silence.wav') response.end(wavFile(new Int16Array(16_000)));
      // It never ends, so that it stays under way.
      else if (url === '/endless.mp3') response.writeHead(200).write('ID3');
      else response.writeHead(404).end();
    });
    steno = await openWindow({
      prepare: sampleLibrary,
      // The settings tell how fast models are on this machine.
      engine: {},
      viewport: { width: 1280, height: 800 },
    });
  });

  afterAll(async () => {
    await steno.close();
    await origin.close();
  });

  test(
    'the library with a finished and a failed recording has no violations',
    TRANSCRIBED,
    async () => {
      const { page } = steno;
      await pasteLinks(page, `${origin.url}/missing.mp3\nnothing`);
      await row(page, 'missing')
        .getByText('Failed')
        .waitFor({ state: 'attached', ...TRANSCRIBED });
      expect(await violations(page)).toEqual([]);
    },
  );

  test('the menu of a row, its title as a field and the list of keys have none', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'More for missing' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('pages of recordings that failed, are silent or under way have none', async () => {
    const { page } = steno;
    await pasteLinks(page, `${origin.url}/silence.wav ${origin.url}/endless.mp3`);
    // The others move down as each comes, away from under the mouse.
    for (const title of ['silence', 'endless']) await row(page, title).waitFor();
    for (const [title, text] of [
      ['missing', 'Try again'],
      ['silence', 'No speech was found'],
      ['endless', 'Fetching the recording'],
    ] as const) {
      await row(page, title).getByRole('link').click();
      await page.getByRole('main').getByText(text).waitFor(TRANSCRIBED);
      expect(await violations(page)).toEqual([]);
      await page.goBack();
    }
  });

  test('the queue, the filters with their lists, and the options for what is added have none', async () => {
    const { page } = steno;
    const { keyboard } = page;
    const queue = page.getByRole('dialog', { name: 'Queue' });
    await page.getByRole('button', { name: /^Queue: 1 recording/ }).click();
    await queue.getByRole('button', { name: 'Pause' }).click();
    await queue.getByText('The queue is paused').waitFor();
    await keyboard.press('Escape');
    await queue.waitFor({ state: 'detached' });
    await pasteLinks(page, `${origin.url}/waits.mp3 ${origin.url}/waits-too.mp3`);
    await row(page, 'waits-too').waitFor();
    await page.getByRole('button', { name: /^Queue: 3 recordings · paused/ }).click();
    await queue.getByRole('listitem').nth(2).waitFor();
    expect(await violations(page)).toEqual([]);
    await queue.getByRole('button', { name: 'Resume' }).click();
    await keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cancel endless' }).click();

    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Failed' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('option', { name: 'Failed' }).click();
    await row(page, 'missing').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Sample recording').waitFor();
  });

  test('marked recordings and found words have none, nor has the way back', async () => {
    const { page } = steno;
    await page.getByRole('checkbox', { name: 'Select endless' }).check();
    const marked = page.getByRole('toolbar', { name: 'Selected recordings' });
    await marked.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Select Sample recording' }).check();
    for (const name of ['Export', 'Tags']) {
      await marked.getByRole('button', { name }).click();
      await page.getByRole('dialog', { name }).waitFor();
      if (name === 'Export') await page.getByRole('checkbox', { name: /^HTML/ }).check();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('checkbox', { name: 'Select Sample recording' }).uncheck();
    await marked.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await violations(page)).toEqual([]);

    const search = page.getByRole('searchbox', { name: 'Search in all recordings' });
    await search.fill('garden');
    await page.getByRole('region', { name: 'Search results' }).getByRole('link').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await search.fill('');
  });

  test('a transcript has none', async () => {
    const { page } = steno;
    await row(page, 'Sample recording').getByRole('link').click();
    await page.getByRole('region', { name: 'Transcript' }).waitFor();
    expect(await violations(page)).toEqual([]);
    for (const tab of ['Summary', 'Terms', 'Speakers', 'Subtitles', 'Read']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel', { name: tab }).waitFor();
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete recording' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // Until it is gone, keys go to it.
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  test('its dialogs, and finding, reviewing and correcting in it, have none', async () => {
    const { page } = steno;
    const { keyboard } = page;
    for (const key of ['ControlOrMeta+s', '?']) {
      await keyboard.press(key);
      // The way back to what was deleted may still stand beside it.
      const dialog = page.getByRole('dialog', { name: /^(Export|Keyboard)/ });
      await dialog.waitFor();
      expect(await violations(page)).toEqual([]);
      await keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('slider', { name: 'Position in the recording' }).focus();
    await keyboard.press('.');
    await page.getByRole('region', { name: 'Review' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await keyboard.press('/');
    await page.getByRole('textbox', { name: 'Find' }).fill('the');
    expect(await violations(page)).toEqual([]);
    await keyboard.press('Escape');
    await keyboard.press('e');
    await page.getByRole('textbox', { name: /^Text at/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await keyboard.type('Well ');
    await keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Compare with original…' }).click();
    const back = page.getByRole('button', { name: 'Restore', exact: true });
    await back.waitFor(TRANSCRIBED);
    expect(await violations(page)).toEqual([]);
    await back.click();
    await page.getByText('Nothing has been changed since it was transcribed.').waitFor(TRANSCRIBED);
    await keyboard.press('Escape');
    await page
      .getByRole('dialog', { name: 'Compare with original' })
      .waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).click();
    await keyboard.press('s');
    const field = page.getByRole('dialog', { name: 'Who says it?' });
    await field.waitFor();
    expect(await violations(page)).toEqual([]);
    await keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Speaker 1' }).first().click();
    await field.waitFor();
    expect(await violations(page)).toEqual([]);
    await keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  });

  test('the page for developers has none', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Script');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('shown only this once').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke Script' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const section = (name: string) =>
      page.getByRole('navigation', { name: 'Developers' }).getByRole('link', { name });
    for (const name of ['Requests', 'Usage', 'Coding agents', 'Webhooks']) {
      await section(name).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The test was delivered (204)').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the settings have none, section by section', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
    const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    expect(await sections.count()).toBe(10);
    for (const name of ['Appearance', 'Spoken language']) {
      await page.getByRole('combobox', { name }).click();
      await page.getByRole('option').first().waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    for (const section of await sections.all()) {
      await section.click();
      await page
        .getByRole('heading', { level: 1, name: (await section.textContent()) ?? '' })
        .waitFor();
      expect(await violations(page)).toEqual([]);
    }
  });

  test('the trash has none, neither with a recording in it nor empty', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Library' }).click();
    // What was deleted before may have got there or not.
    await page.getByRole('button', { name: 'More for silence' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await row(page, 'silence').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('button', { name: 'Restore silence' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Empty the trash' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete for good', exact: true }).last().click();
    await page.getByText('The trash is empty.').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a service that does not answer is told without any', async () => {
    const { page } = steno;
    await page.goto(steno.url);
    await row(page, 'Sample recording').waitFor();
    await steno.stopService();
    await page.getByText('Steno is not answering').waitFor();
    expect(await violations(page)).toEqual([]);
    await steno.startService();
    await page.getByText('Steno is not answering').waitFor({ state: 'detached' });
  });

  test('an address with nothing behind it has none, nor has the page for those not signed in', async () => {
    const { page } = steno;
    await page.goto(`${steno.url}/nowhere`);
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await steno.context.clearCookies();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Steno' }).waitFor();
    await page.getByText('steno sign-in', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
