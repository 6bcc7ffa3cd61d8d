import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortBytes } from '../helpers/corpus/recordings.ts';
import { connect } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { type Origin, serveFile, startOrigin } from '../helpers/servers/http-origin.ts';
import { openWindow, pasteLinks, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { quick } from './window-engines.ts';

describe('the queue', TRANSCRIBED, () => {
  let origin: Origin;
  let steno: StenoWindow;
  /** Whether /late.mp3 is there by now. */
  let arrived = false;

  beforeAll(async () => {
    const bytes = shortBytes();
    origin = await startOrigin((request, response) => {
      // The answers to these never come.
      if (request.url === '/stalls.mp3' || request.url === '/endless.mp3') return;
      const found = request.url !== '/late.mp3' || arrived;
      if (found) serveFile(request, response, { bytes, etag: '"sample"' });
      else response.writeHead(404).end();
    });
    steno = await openWindow({ engine: await quick(), tasks: ONE_VOICE });
  });

  afterAll(async () => {
    await steno.close();
    await origin.close();
  });

  test('takes several links at once, the last one on top, and leaves what is no link', async () => {
    const { page } = steno;
    await pasteLinks(page, `${origin.url}/stalls.mp3\n${origin.url}/second.mp3\nhello`);
    await row(page, 'second').waitFor();
    const titles = await page
      .getByRole('region', { name: 'Recordings' })
      .getByRole('link')
      .allTextContents();
    expect(titles).toEqual(['second', 'stalls']);
    await page.getByRole('alert').getByText('This is not a link.').waitFor();
    const box = page.getByRole('textbox', { name: 'Paste a link to a recording' });
    expect(await box.inputValue()).toBe('hello');
  });

  test('says that a link is being added while the service takes its time', async () => {
    const { page } = steno;
    const gate = Promise.withResolvers<void>();
    await page.route('**/v1/transcriptions', async (route) => {
      await gate.promise;
      await route.fulfill({ status: 503 });
    });
    await pasteLinks(page, `${origin.url}/slow.mp3`);
    await page.getByRole('status').getByText(`Adding ${origin.url}/slow.mp3…`).waitFor();
    gate.resolve();
    await page.getByText(`${origin.url}/slow.mp3…`).waitFor({ state: 'detached' });
    await page.unroute('**/v1/transcriptions');
  });

  test('does not wait for one that stalls, which can be canceled', async () => {
    const { page } = steno;
    const stalls = row(page, 'stalls');
    await stalls.getByText('Fetching the recording').first().waitFor();
    await row(page, 'second')
      .getByText('Done')
      .waitFor({ state: 'attached', ...TRANSCRIBED });
    await stalls.getByRole('button', { name: 'Cancel stalls' }).dblclick();
    await stalls.getByText('Canceled').first().waitFor();
    expect(await page.getByText('The transcription is already over.').count()).toBe(0);
    // Where Cancel was, the second press of a slower double click would begin it again.
    const begun: string[] = [];
    page.on('request', (request) => begun.push(`${request.method()} ${request.url()}`));
    const again = await stalls.getByRole('button', { name: 'Try stalls again' }).boundingBox();
    await page.mouse.move((again?.x ?? 0) + 10, (again?.y ?? 0) + 10);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    expect(begun.filter((request) => request.includes('/retry'))).toEqual([]);
  });

  test('says in a sentence what is wrong and what to do, and tries again when asked', async () => {
    const { page } = steno;
    await pasteLinks(page, `${origin.url}/late.mp3`);
    const late = row(page, 'late');
    await late.getByText('There is no recording at this address. Check the link').waitFor();
    await page.getByRole('status').filter({ hasText: 'late failed.' }).waitFor();

    arrived = true;
    await late.getByRole('button', { name: 'Try late again' }).click();
    await late.getByText('Done').waitFor({ state: 'attached', ...TRANSCRIBED });
  });

  test('what is deleted can be had back at once, and later from the trash', async () => {
    const { page } = steno;
    const stalls = row(page, 'stalls');
    const removeRow = async () => {
      await stalls.getByRole('button', { name: 'More for stalls' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    };
    await removeRow();
    await stalls.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await stalls.waitFor();

    await removeRow();
    await stalls.waitFor({ state: 'detached' });
    const deleted = page.waitForResponse(/\/trash$/);
    await page.getByText('Deleted “stalls”').hover();
    await page.getByRole('button', { name: 'Close this message' }).click();
    expect((await deleted).status()).toBe(200);
    await page.reload();
    await row(page, 'late').waitFor();
    expect(await stalls.count()).toBe(0);
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('button', { name: 'Restore stalls' }).click();
    await page.getByText('The trash is empty.').waitFor();
    await page.getByRole('link', { name: 'Library' }).first().click();
    await stalls.waitFor();
  });

  test('a double click takes out of the trash what it began on, and not the row that moves up', async () => {
    const { page, dataDir } = steno;
    const client = await connect(dataDir);
    const { data } = await client.listTranscriptions();
    for (const { id } of data.slice(0, 2)) await client.trashTranscription(id);
    await page.getByRole('link', { name: 'Trash' }).click();
    const restoring = page.getByRole('button', { name: /^Restore / });
    const { x = 0, y = 0 } = (await restoring.first().boundingBox()) ?? {};
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.mouse.click(x + 10, y + 10);
    await expect.poll(() => restoring.count()).toBe(1);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    expect(asked.filter((url) => url.endsWith('/restore')).length).toBe(1);
    await restoring.click();
    await page.getByText('The trash is empty.').waitFor();
    await page.getByRole('link', { name: 'Library' }).first().click();
  });

  test('a double click pauses the queue, and does not resume it', async () => {
    const { page } = steno;
    await pasteLinks(page, `${origin.url}/endless.mp3`);
    await page.getByRole('button', { name: /^Queue: / }).click();
    const paused = page.waitForResponse(/\/pause$/);
    await page.getByRole('button', { name: 'Pause', exact: true }).dblclick();
    await paused;
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('the page of what is in the trash says so, and takes it out again', async () => {
    const { page, dataDir } = steno;
    const client = await connect(dataDir);
    await row(page, 'second').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'second' }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    await client.trashTranscription(id);
    await page.getByText('This recording is in the trash.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('This recording is in the trash.').waitFor({ state: 'detached' });
    expect((await client.getTranscription(id)).trashed_at).toBeNull();
    await page.getByRole('link', { name: 'Library' }).first().click();
  });

  test('a library from which everything was deleted leads to the trash', async () => {
    const { page, dataDir } = steno;
    const client = await connect(dataDir);
    const { data } = await client.listTranscriptions();
    for (const { id } of data) await client.trashTranscription(id);
    await page.getByText('What you deleted is in the trash').waitFor();
    await page.getByRole('link', { name: 'trash', exact: true }).click();
    for (const name of ['late', 'second', 'stalls']) {
      await page.getByRole('button', { name: `Restore ${name}` }).waitFor();
    }
  });
});
