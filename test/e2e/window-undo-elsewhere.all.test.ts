/** What is undone while others change the same transcript, and what a person has gone on to meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

const LINES = ['The garden is quiet today.', 'Anna sees the old door.', 'Ben opens it.'];

describe('undo beside others', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const button = (name: RegExp) => steno.page.getByRole('button', { name });
  const tab = (name: string) => steno.page.getByRole('tab', { name, exact: true });
  const speaker = (name: string) =>
    steno.page.getByRole('list', { name: 'Speakers' }).getByText(name, { exact: true });
  const rename = (name: string) =>
    steno.page.evaluate(`fetch('/v1' + location.pathname.replace('/t/', '/transcriptions/') +
      '/speakers/2', { method: 'PATCH', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: ${JSON.stringify(name)} }) })`);

  beforeAll(async () => {
    const speakers = ['Speaker 1', 'Speaker 2', 'Speaker 3'];
    steno = await openWindow({
      prepare: async (dataDir) => {
        await storeTranscripts(dataDir, [{ title: 'Story', windows: [LINES], speakers }]);
      },
      viewport: { width: 1280, height: 800 },
    });
    const { page } = steno;
    await row(page, 'Story').getByRole('link').click();
    await tab('Speakers').click();
    await speaker('Speaker 2').waitFor();
  }, TRANSCRIBED.timeout);
  afterAll(() => steno.close());
  const mergeFirst = async () => {
    const { page } = steno;
    await page
      .getByRole('button', { name: /^Merge into/ })
      .first()
      .press('Enter');
    await page.getByRole('menuitem').first().press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
  };

  test('keeps a name that came while its answer was on the way', async () => {
    const { page } = steno;
    await mergeFirst();
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/history/undo', async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await held.promise;
      await route.fulfill({ response });
    });
    await page.keyboard.press('ControlOrMeta+z');
    await asked.promise;
    const loaded = page.waitForResponse(async (response) => {
      if (!/\/transcriptions\/[^/]+\?/.test(response.url())) return false;
      return (await response.text()).includes('Ana');
    });
    await rename('Ana');
    await loaded;
    held.resolve();
    await button(/^Undo: name “Ana”/).waitFor();
    await speaker('Ana').waitFor();
    await page.unroute('**/history/undo');
  });

  test('is done once where the text was loaded before its answer came', async () => {
    const { page } = steno;
    await tab('Read').click();
    const said = () => page.locator('[data-segment]').allInnerTexts();
    const before = await said();
    await page.locator('[data-segment="1"]').dblclick();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(said).not.toEqual(before);
    await page.keyboard.press('Escape');
    await page.getByText('Saved', { exact: true }).waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/history/undo', async (route) => {
      const response = await route.fetch();
      await held.promise;
      await route.fulfill({ response });
    });
    const loaded = page.waitForResponse(/\/transcriptions\/[^/]+\?/);
    await page.keyboard.press('ControlOrMeta+z');
    await (await loaded).finished();
    held.resolve();
    await page
      .getByRole('button', { name: /^Redo: / })
      .and(page.locator(':enabled'))
      .waitFor();
    await expect.poll(said).toEqual(before);
    await page.unroute('**/history/undo');
    await tab('Speakers').click();
  });

  test('of a merge stays where the person is, and says what it was', async () => {
    const { page } = steno;
    await mergeFirst();
    await tab('Subtitles').click();
    await page.keyboard.press('ControlOrMeta+z');
    await page
      .getByRole('dialog')
      .getByText(/^Undone: merge of/)
      .waitFor();
    expect(await tab('Subtitles').getAttribute('aria-selected')).toBe('true');
    expect(steno.pageErrors).toEqual([]);
  });
});
