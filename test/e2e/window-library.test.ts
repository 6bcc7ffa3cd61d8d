import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveRecordings, shortBytes } from '../helpers/corpus/recordings.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import type { Origin } from '../helpers/servers/http-origin.ts';
import {
  choose,
  openWindow,
  pasteLinks,
  row,
  type StenoWindow,
  TRANSCRIBED,
} from './open-window.ts';

let steno: StenoWindow;
let origin: Origin;

beforeAll(async () => {
  origin = await serveRecordings({ '/morning.mp3': shortBytes() });
  steno = await openWindow({ tasks: ONE_VOICE });
  await pasteLinks(steno.page, `${origin.url}/morning.mp3 ${origin.url}/zebra.mp3`);
  for (const [title, state] of [
    ['morning', 'Done'],
    ['zebra', 'Failed'],
  ] as const) {
    await row(steno.page, title)
      .getByText(state)
      .waitFor({ state: 'attached', ...TRANSCRIBED });
  }
});

afterAll(async () => {
  await steno.close();
  await origin.close();
});

const titles = () =>
  steno.page.getByRole('region', { name: 'Recordings' }).getByRole('link').allTextContents();

describe('the library', () => {
  test('finds words in what was said, and opens the transcript at the moment', async () => {
    const { page } = steno;
    const search = page.getByRole('searchbox', { name: 'Search in all recordings' });
    await page.keyboard.press('Control+f');
    await page.keyboard.type('quiet garden');
    const results = page.getByRole('region', { name: 'Search results' });
    const place = results.getByRole('link').filter({ hasText: 'quiet' }).first();
    await place.waitFor();
    expect(await place.getAttribute('href')).toMatch(/^\/t\/trs_\w+\?at=[\d.]+$/);

    await search.fill('morning');
    await results.getByText('1 recording', { exact: true }).waitFor();
    // What is found has an order of its own.
    const order = page.getByRole('combobox', { name: 'Order' });
    expect(await order.isVisible()).toBe(false);

    await search.fill('nobodysaidthis');
    await results.getByText('Nothing found.').waitFor();
    await search.press('Escape');
    await row(page, 'morning').waitFor();
    await order.waitFor();
  });

  test('shows only the failed ones, and all in another order', async () => {
    const { page } = steno;
    const filter = page.getByRole('button', { name: 'Filter' });
    await filter.click();
    await choose(page.getByRole('combobox', { name: 'Show' }), 'Failed');
    await expect.poll(titles).toEqual(['zebra']);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Filter Failed' }).click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.keyboard.press('Escape');
    await choose(page.getByRole('combobox', { name: 'Order' }), 'By title');
    await expect.poll(titles).toEqual(['morning', 'zebra']);
    await choose(page.getByRole('combobox', { name: 'Order' }), 'Newest first');
    await expect.poll(titles).toEqual(['zebra', 'morning']);
  });

  test('shows that others are asked for while the service takes its time', async () => {
    const { page } = steno;
    const recordings = page.getByRole('region', { name: 'Recordings' });
    const gate = Promise.withResolvers<void>();
    await page.route('**/v1/transcriptions?*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await choose(page.getByRole('combobox', { name: 'Order' }), 'By title');
    await recordings.and(page.locator('[aria-busy="true"]')).waitFor();
    gate.resolve();
    await recordings.and(page.locator('[aria-busy="false"]')).waitFor();
    await page.unroute('**/v1/transcriptions?*');
    expect(await titles()).toEqual(['morning', 'zebra']);
    await choose(page.getByRole('combobox', { name: 'Order' }), 'Newest first');
    await expect.poll(titles).toEqual(['zebra', 'morning']);
  });

  test('marked ones are saved as a ZIP, with what was chosen for all of them', async () => {
    const { page } = steno;
    await page.getByRole('checkbox', { name: 'Select morning' }).check();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export 1 recording' });
    await choose(dialog.getByRole('combobox', { name: 'Times' }), 'Always');
    await dialog.getByRole('checkbox', { name: /^SRT/ }).check();
    await choose(dialog.getByRole('combobox', { name: 'Lines' }), '1');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save ZIP' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Transcripts.zip');
    const files = unzipSync(await readFile(await download.path()));
    expect(strFromU8(files['morning.txt'] ?? new Uint8Array())).toMatch(/\b0:0\d\b/);
    // One line of each subtitle: its number, its times and its text.
    const cues = strFromU8(files['morning.srt'] ?? new Uint8Array())
      .trim()
      .split(/\n\n/);
    expect(cues.map((cue) => cue.split('\n').length)).toEqual(cues.map(() => 3));
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Deselect' }).click();
  });

  test('several marked recordings are deleted together, and come back together', async () => {
    const { page } = steno;
    await row(page, 'zebra').getByRole('link').focus();
    await page.keyboard.press('Control+a');
    const toolbar = page.getByRole('toolbar', { name: 'Selected recordings' });
    await toolbar.getByText('2 recordings selected').waitFor();
    expect(await toolbar.getByRole('button', { name: 'Select all' }).isDisabled()).toBe(true);
    await toolbar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No recordings yet' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(titles).toEqual(['zebra', 'morning']);
  });
});

test('a webhook can be tried with no network: the built-in receiver shows what came', async () => {
  const { page } = steno;
  await page.getByRole('link', { name: 'Developers' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('The test was delivered (204)').waitFor();
  const received = page.getByRole('list', { name: 'Received by the built-in receiver' });
  await received.getByText('webhook.test', { exact: true }).click();
  await received.getByText('user-agent: Service-Webhooks/1.0').waitFor();
});
