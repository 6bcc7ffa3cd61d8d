/** The library while things change around it: what is found, listed and typed there stays right. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/shared/client.ts';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { connect } from '../helpers/harness/app.ts';
import { runSql } from '../helpers/harness/test-database.ts';
import { type Origin, startOrigin } from '../helpers/servers/http-origin.ts';
import {
  choose,
  openWindow,
  pasteLinks,
  row,
  type StenoWindow,
  TRANSCRIBED,
} from './open-window.ts';

const LONG = `${'a_very_long_name_'.repeat(8)}end`;
/** A computer that sleeps until the next day. */
const ANOTHER_DAY = `{
  const Now = Date;
  let asleep = 0;
  Date = class extends Now {
    constructor(...parts) {
      super(...(parts.length > 0 ? parts : [Now.now() + asleep]));
    }
    static now() {
      return Now.now() + asleep;
    }
  };
  window.wakeUpTomorrow = () => {
    asleep = 86_400_000;
    document.dispatchEvent(new Event('visibilitychange'));
  };
}`;

describe('the library', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let origin: Origin;
  let client: Client;
  let [story, garden] = ['', ''];
  const search = () => steno.page.getByRole('searchbox', { name: 'Search in all recordings' });
  const found = (title: string) =>
    steno.page
      .getByRole('region', { name: 'Search results' })
      .getByRole('heading', { name: title });
  const deleteOpen = async () => {
    await steno.page.getByRole('button', { name: 'More', exact: true }).click();
    await steno.page.getByRole('menuitem', { name: 'Delete recording' }).click();
  };

  beforeAll(async () => {
    origin = await startOrigin((_, response) => void response.writeHead(404).end());
    steno = await openWindow({
      prepare: async (dataDir) => {
        [story = '', garden = ''] = await storeTranscripts(dataDir, [
          { title: 'Story', windows: [['A quiet door.']] },
          { title: 'Garden', windows: [['A quiet garden.']] },
        ]);
        const now = Date.now();
        await runSql(dataDir, `UPDATE transcriptions SET created_at = ?, language = 'de'`, now);
      },
      viewport: { width: 1280, height: 800 },
    });
    client = await connect(steno.dataDir);
    await row(steno.page, 'Garden').waitFor();
  }, TRANSCRIBED.timeout);
  beforeEach(async () => {
    await steno.page.goto(`${steno.url}/`);
    await row(steno.page, 'Garden').waitFor();
  });
  afterAll(async () => {
    await steno.close();
    await origin.close();
  });

  test('adds what is pasted to the links that are there', async () => {
    const { page } = steno;
    const box = page.getByRole('textbox', { name: 'Paste a link to a recording' });
    await box.fill('https://example.com/first.mp3');
    await page.getByRole('heading', { level: 1 }).focus();
    await page.evaluate(`navigator.clipboard.writeText('https://example.com/second.mp3')`);
    await page.keyboard.press('ControlOrMeta+v');
    expect(await box.inputValue()).toBe(
      'https://example.com/first.mp3\nhttps://example.com/second.mp3',
    );
    await box.fill('');
  });

  test('shows what was changed while another order was on its way', async () => {
    const { page } = steno;
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/v1/transcriptions?*', async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await held.promise;
      await route.fulfill({ response });
    });
    await choose(page.getByRole('combobox', { name: 'Order' }), 'By title');
    await asked.promise;
    await client.updateTranscription(garden, { title: 'Park' });
    await row(page, 'Park').waitFor();
    const answered = page.waitForResponse('**/v1/transcriptions?*');
    held.resolve();
    await (await answered).finished();
    await row(page, 'Story').waitFor();
    await page.unroute('**/v1/transcriptions?*');
    await choose(page.getByRole('combobox', { name: 'Order' }), 'Newest first');
    // Asked for after that, it is shown after that.
    expect(await row(page, 'Garden').count()).toBe(0);
    await client.updateTranscription(garden, { title: 'Garden' });
    await row(page, 'Garden').waitFor();
  });

  test('knows the tags that were given elsewhere', async () => {
    const { page } = steno;
    await client.updateTranscription(story, { tags: ['radio'] });
    await row(page, 'Story').getByText('#radio').waitFor();
    await page.getByRole('button', { name: 'Filter' }).click();
    await choose(page.getByRole('combobox', { name: 'Tag' }), 'radio (1)');
    await row(page, 'Garden').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.keyboard.press('Escape');
    await row(page, 'Garden').waitFor();
  });

  test('finds no more what was deleted or has another name', async () => {
    const { page } = steno;
    await search().fill('quiet');
    await found('Garden').waitFor();
    await client.updateTranscription(story, { title: 'Tale' });
    await found('Tale').waitFor();
    await found('Garden').getByRole('link').click();
    await deleteOpen();
    await found('Tale').waitFor();
    expect(await found('Garden').count()).toBe(0);
    await page.getByText('1 place in 1 recording', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await found('Garden').waitFor();
    await client.trashTranscription(garden);
    await found('Garden').waitFor({ state: 'detached' });
    await client.restoreTranscription(garden);
  });

  test('has nothing found where there is nothing to search', async () => {
    const { page } = steno;
    await client.trashTranscription(garden);
    await row(page, 'Garden').waitFor({ state: 'detached' });
    await search().fill('quiet');
    await found('Tale').getByRole('link').click();
    await deleteOpen();
    await page.getByRole('heading', { name: 'No recordings', exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Search results' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await found('Tale').waitFor();
    await client.restoreTranscription(garden);
  });

  test('calls the original by its language where a translation can be exported', async () => {
    const { page } = steno;
    const created_at = new Date().toISOString();
    const finished = { completed_at: created_at, cues: 1, too_long: 0, outdated: false };
    const state = { status: 'completed', progress: 1, model: 'a model', error: null } as const;
    const data = [{ language: 'fr', ...state, finished, created_at }];
    await page.route('**/translations', (route) => route.fulfill({ json: { data } }));
    await row(page, 'Garden').getByRole('button', { name: 'More for Garden' }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    const language = page.getByRole('dialog', { name: 'Export' }).getByLabel('Language');
    await expect.poll(() => language.textContent()).toBe('German (original)');
    await page.unroute('**/translations');
  });

  test('tries again once, however often that is pressed', async () => {
    const { page } = steno;
    await pasteLinks(page, `${origin.url}/missing.mp3`);
    const again = row(page, 'missing').getByRole('button', { name: 'Try missing again' });
    await again.waitFor();
    const held = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/retry', async (route) => {
      asked += 1;
      await held.promise;
      await route.continue();
    });
    await again.dblclick();
    // What had failed makes room for it.
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    held.resolve();
    await deleted;
    expect(asked).toBe(1);
    await page.unroute('**/retry');
  });

  test('tells of a long name within the message', async () => {
    const { page } = steno;
    await client.updateTranscription(story, { title: LONG });
    await row(page, LONG).getByRole('link').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: /^Deleted/ }).waitFor();
    const [inside = 0, room = 0] = await page.evaluate<number[]>(`(() => {
      const { scrollWidth, clientWidth } = document.querySelector('[role=dialog]');
      return [scrollWidth, clientWidth];
    })()`);
    expect(inside).toBeLessThanOrEqual(room);
    expect(steno.pageErrors).toEqual([]);
  });

  test('says of which day a recording is, also the day after', async () => {
    const { page } = steno;
    await page.addInitScript(ANOTHER_DAY);
    await page.reload();
    await row(page, 'Garden')
      .getByText(/^Today, /)
      .waitFor();
    await page.evaluate('window.wakeUpTomorrow()');
    await row(page, 'Garden')
      .getByText(/^Yesterday, /)
      .waitFor();
  });
});
