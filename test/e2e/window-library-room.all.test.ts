/** How much of the library's page is left for recordings, and that nothing moves them while one looks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillLibrary } from '../helpers/corpus/large-library.ts';
import { connect } from '../helpers/harness/app.ts';
import { type Origin, startOrigin } from '../helpers/servers/http-origin.ts';
import {
  choose,
  openWindow,
  pasteLinks,
  row,
  type StenoWindow,
  TRANSCRIBED,
} from './open-window.ts';

/** The upper third of 800 pixels, and a little more. */
const FIRST_ROW = 280;

describe('room for recordings', TRANSCRIBED, () => {
  let origin: Origin;
  let steno: StenoWindow;
  const offer = () => steno.page.getByRole('region', { name: 'Model' });
  const queue = () => steno.page.getByRole('button', { name: /^Queue: / });
  const topOf = async (title: string) =>
    (await row(steno.page, title).boundingBox())?.y ?? Number.NaN;

  beforeAll(async () => {
    // None of them ever ends, so that they stay under way.
    origin = await startOrigin((_, response) => void response.writeHead(200).write('ID3'));
    steno = await openWindow({
      prepare: (dataDir) => fillLibrary(dataDir, 30),
      viewport: { width: 1280, height: 800 },
    });
  });
  afterAll(async () => {
    await steno.close();
    await origin.close();
  });

  test('they begin in the upper third beside an offer and a queue, which moves none of them', async () => {
    const { page } = steno;
    await offer()
      .getByRole('button', { name: /^Download/ })
      .waitFor();
    expect(await topOf('Recording 30')).toBeLessThanOrEqual(FIRST_ROW);
    const links = Array.from({ length: 6 }, (_, i) => `${origin.url}/talk${i}.mp3`);
    await pasteLinks(page, links.join('\n'));
    await row(page, 'talk5').waitFor();
    await queue().filter({ hasText: '6 recordings' }).waitFor();
    expect(await topOf('talk5')).toBeLessThanOrEqual(FIRST_ROW);
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByRole('group', { name: 'Options for what you add' }).waitFor();
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    expect(await topOf('talk5')).toBeLessThanOrEqual(FIRST_ROW);
  });

  test('the queue has all that is in it, whatever the library shows', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'Filter' }).click();
    await choose(page.getByLabel('Show', { exact: true }), 'Favorites');
    await page.getByRole('button', { name: 'Done' }).click();
    await row(page, 'talk5').waitFor({ state: 'detached' });
    await queue().click();
    const panel = page.getByRole('dialog', { name: 'Queue' });
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(6);

    // What comes and goes is told, and need not be asked for.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const client = await connect(steno.dataDir);
    const { id } = await client.createTranscription({ url: `${origin.url}/talk6.mp3` });
    await panel.getByText('talk6').waitFor();
    await client.deleteTranscription(id);
    await panel.getByText('talk6').waitFor({ state: 'detached' });
    expect(asked.filter((url) => url.includes('status='))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.keyboard.press('Escape');
    await row(page, 'talk5').waitFor();
  });

  test('the queue opens over the page, is put in order by keyboard and can be paused', async () => {
    const { page } = steno;
    const before = await topOf('talk5');
    await queue().press('Enter');
    const panel = page.getByRole('dialog', { name: 'Queue' });
    const waiting = panel.getByRole('list', { name: 'What waits, in its order' });
    const last = waiting.getByRole('listitem').last();
    const title = (await last.innerText()).split('\n').at(-1) ?? '';
    await last.getByRole('button', { name: `Move ${title} to the front` }).press('Alt+Home');
    await expect.poll(() => waiting.getByRole('listitem').first().innerText()).toContain(title);
    // It cannot go further up, and is moved on from where it is.
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: `Move ${title} down` }))
      .waitFor();
    await panel.getByRole('button', { name: 'Pause' }).press('Enter');
    await panel.getByText('The queue is paused').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await queue().filter({ hasText: 'paused' }).and(page.locator(':focus')).waitFor();
    expect(await topOf('talk5')).toBe(before);
    await page.getByRole('link', { name: 'Settings' }).click();
    await queue().click();
    await panel.getByRole('button', { name: 'Resume' }).click();
    await panel.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('a queue that comes to its end leaves the rows where they are', async () => {
    const { page } = steno;
    await page.getByRole('link', { name: 'Library' }).click();
    await row(page, 'talk5').waitFor();
    const before = await topOf('talk5');
    for (let i = 0; i < 6; i++) {
      await page.getByRole('button', { name: `Cancel talk${i}` }).click();
    }
    await queue().waitFor({ state: 'detached' });
    expect(await topOf('talk5')).toBe(before);
  });

  test('once closed, the offer stays away, until it is wanted again', async () => {
    const { page } = steno;
    await offer().getByRole('button', { name: 'Close this offer' }).click();
    await offer().waitFor({ state: 'detached' });
    await page.reload();
    await row(page, 'Recording 30').waitFor();
    expect(await offer().count()).toBe(0);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByRole('checkbox', { name: /^Offer a model in the library/ }).check();
    await page.getByRole('link', { name: 'Library' }).click();
    await offer().waitFor();
    expect(steno.pageErrors).toEqual([]);
  });
});
