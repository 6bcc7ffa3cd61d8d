/** Folders, uploads that fail or are stopped, and odd names. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wavFile } from '../helpers/corpus/audio.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { quick } from './window-engines.ts';

/** A second of silence, for what is added matters here; a recording of its own, as far as anybody can tell by the bytes. */
const recording = (mark: string) =>
  Buffer.concat([wavFile(new Int16Array(16_000)), Buffer.from(mark)]);
const file = (name: string) => ({
  name,
  mimeType: 'audio/mpeg',
  buffer: recording(name),
});

describe('files', TRANSCRIBED, () => {
  let steno: StenoWindow;

  beforeAll(async () => {
    steno = await openWindow({ engine: await quick(), tasks: ONE_VOICE });
  });

  afterAll(() => steno.close());

  test('a file that did not arrive can be added again', async () => {
    const { page } = steno;
    await page.route('**/v1/files', (route) => route.abort(), { times: 1 });
    const files = page.locator('input[type=file][multiple]');
    await files.setInputFiles([file('late.mp3'), file('next.mp3')]);
    await row(page, 'next').waitFor();
    await page.getByRole('button', { name: 'Add late.mp3 again' }).click();
    await row(page, 'late').waitFor();
    await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' });
    // The browser's own word on the request that was cut off.
    const failed = `Failed to load resource: net::ERR_FAILED (${steno.url}/v1/files)`;
    expect(steno.pageErrors.splice(0)).toEqual([failed]);
  });

  test('a file that is gone when its turn comes is told of as what it is', async () => {
    const { page } = steno;
    const folder = await mkdtemp(join(tmpdir(), 'steno-gone-'));
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/files', async (route) => {
      await held.promise;
      await route.continue();
    });
    const names = ['here.mp3', 'gone.mp3'];
    for (const name of names) await writeFile(join(folder, name), recording(name));
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles(names.map((name) => join(folder, name)));
    await page
      .getByRole('list', { name: 'Uploads' })
      .getByText(/^Waiting/)
      .waitFor();
    await rm(join(folder, 'gone.mp3'));
    held.resolve();
    await page.getByText('This file cannot be read.').waitFor();
    await page.getByRole('button', { name: 'Dismiss gone.mp3' }).click();
    await row(page, 'here').waitFor();
    await page.unroute('**/v1/files');
    await rm(folder, { recursive: true });
  });

  test('what is no recording is told of, and nothing is offered that cannot help', async () => {
    const { page } = steno;
    const text = { name: 'README.md', mimeType: 'text/markdown', buffer: Buffer.from('# Steno') };
    await page.locator('input[type=file][multiple]').setInputFiles(text);
    const uploads = page.getByRole('list', { name: 'Uploads' });
    await uploads.getByText('README.md').waitFor();
    await page.getByRole('button', { name: 'Dismiss README.md' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add README.md again' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Dismiss README.md' }).click();
    await uploads.waitFor({ state: 'detached' });
  });

  test('a file on its way shows how much of it is, and can be stopped, like those behind it', async () => {
    const { page, context } = steno;
    const devtools = await context.newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
    await devtools.send('Network.emulateNetworkConditions', slow);
    const long = { name: 'long.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(5_000_000) };
    const behind = ['a', 'b', 'c', 'd', 'e'].map((mark) => file(`${mark}.mp3`));
    await page.locator('input[type=file][multiple]').setInputFiles([long, ...behind]);
    const uploads = page.getByRole('list', { name: 'Uploads' });
    await uploads.getByText(/^Adding · [1-9]\d?% · 5 MB$/).waitFor();
    const bar = page.getByRole('progressbar', { name: 'Adding long.wav' });
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await page.getByText('4 more are waiting').waitFor();
    await page.getByRole('button', { name: 'Cancel all waiting' }).click();
    await uploads.getByText('Waiting').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel adding long.wav' }).click();
    await uploads.waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'a', exact: true }).count()).toBe(0);
    await devtools.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  });

  test('a page with a file on its way asks before it is left', async () => {
    const { page } = steno;
    const held = Promise.withResolvers<void>();
    await page.route('**/v1/files', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.locator('input[type=file][multiple]').setInputFiles(file('long.mp3'));
    await page
      .getByRole('list', { name: 'Uploads' })
      .getByText(/^Adding/)
      .waitFor();
    // A browser asks only where somebody has done something on the page.
    await page.getByRole('searchbox', { name: 'Search in all recordings' }).click();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    held.resolve();
    await row(page, 'long').waitFor();
    await page.unroute('**/v1/files');
  });

  test('the recordings of a dropped folder are added, and those below it', async () => {
    const { page, context } = steno;
    const folder = await mkdtemp(join(tmpdir(), 'steno-dropped-'));
    await mkdir(join(folder, 'talks', 'older'), { recursive: true });
    for (const name of ['talks/10.mp3', 'talks/older/first.mp3', 'talks/notes.txt', 'talks/.h.mp3'])
      await writeFile(join(folder, name), recording(name));
    const devtools = await context.newCDPSession(page);
    const data = { items: [], files: [join(folder, 'talks')], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', { type, x: 300, y: 400, data });
    }
    await row(page, '10').waitFor();
    await row(page, 'first').waitFor();
    await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' });
    expect(await page.getByText(/notes\.txt|\.h\.mp3/).count()).toBe(0);
    await rm(folder, { recursive: true });
  });

  test('a chosen folder is taken like a dropped one', async () => {
    const { page } = steno;
    const folder = await mkdtemp(join(tmpdir(), 'steno-chosen-'));
    await mkdir(join(folder, '.hidden'));
    for (const name of ['chosen.mp3', '.hidden/hidden.mp3', 'chosen.txt'])
      await writeFile(join(folder, name), recording(name));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a folder' }).press('Enter');
    await (await chooser).setFiles(folder);
    await row(page, 'chosen').waitFor();
    await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' });
    expect(await page.getByText(/chosen\.txt|hidden\.mp3/).count()).toBe(0);
    await rm(folder, { recursive: true });
  });

  test('a name that looks like markup is only text', async () => {
    const { page } = steno;
    const name = '<img src=x onerror=alert(1)>';
    await page.locator('input[type=file][multiple]').setInputFiles(file(`${name}.mp3`));
    await row(page, name).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    await page.goBack();
  });
});
