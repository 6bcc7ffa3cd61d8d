/**
 * A transcript taken along as one HTML file: opened from the disk, it plays, reads well and asks no one for anything.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../helpers/harness/axe.ts';
import {
  openSample,
  openWindow,
  type StenoWindow,
  sampleFile,
  TRANSCRIBED,
} from './open-window.ts';
import { sampleLibrary } from './sample-library.ts';

describe('a transcript as a page', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let folder: string;
  let page: Page;
  const requests: string[] = [];
  const errors: string[] = [];

  const save = async (recording: 'If under 100 MB' | 'Never') => {
    await steno.page.getByRole('button', { name: 'Export…' }).click();
    const dialog = steno.page.getByRole('dialog', { name: 'Export' });
    await dialog.getByRole('radio', { name: /^HTML/ }).check();
    await dialog.getByRole('combobox', { name: 'Recording in the page' }).click();
    await steno.page.getByRole('option', { name: recording }).click();
    const downloaded = steno.page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const path = join(folder, `${recording}.html`);
    await (await downloaded).saveAs(path);
    return path;
  };
  const look = async (path: string) => {
    page = await steno.context.newPage();
    page.on('request', (request) => {
      if (!/^(file|data|blob):/.test(request.url())) requests.push(request.url());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(pathToFileURL(path).href);
  };
  const isPlayed = () =>
    expect
      .poll(() => page.evaluate('document.querySelector("#player :is(audio, video)").currentTime'))
      .toBeGreaterThan(0);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steno-page-'));
    steno = await openWindow({ prepare: sampleLibrary, acceptDownloads: true });
    await openSample(steno.page);
  });
  afterAll(async () => {
    await steno.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('holds the text and the recording, and plays from where one asks', async () => {
    await look(await save('If under 100 MB'));
    await page.getByRole('heading', { level: 1, name: 'Sample recording' }).waitFor();
    const last = page.locator('[data-start]').last();
    await last.getByRole('button').click();
    await isPlayed();
    await expect.poll(() => last.getAttribute('class')).toBe('now');
    expect(await violations(page)).toEqual([]);
  });

  test('without the recording it asks for the file', async () => {
    await look(await save('Never'));
    await page.getByLabel('Open the recording to listen along').setInputFiles(sampleFile);
    await page.locator('[data-start]').nth(1).getByRole('button').click();
    await isPlayed();
    expect(await violations(page)).toEqual([]);
  });

  test('items of lists leave room for their bullets on the side where they begin', async () => {
    const room = (direction: 'ltr' | 'rtl') =>
      page.evaluate(`(() => {
        const item = document.querySelector('li');
        item.dir = '${direction}';
        const { marginLeft, marginRight } = getComputedStyle(item);
        return [marginLeft !== '0px', marginRight !== '0px'];
      })()`);
    expect(await room('ltr')).toEqual([true, false]);
    expect(await room('rtl')).toEqual([false, true]);
  });

  test('is not wider than a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  test('runs nothing but its own script, whatever is written into it', async () => {
    const path = join(folder, 'changed.html');
    const html = await readFile(join(folder, 'Never.html'), 'utf8');
    await writeFile(
      path,
      html.replace('<main>', '<main><script>document.title = "changed"</script>'),
    );
    const before = errors.length;
    await look(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.title()).toBe('Sample recording');
    expect(errors.splice(before).join()).toMatch(/Content Security Policy/);
  });

  test('asks no server and breaks nothing', () => {
    expect(requests).toEqual([]);
    expect(errors).toEqual([]);
    expect(steno.pageErrors).toEqual([]);
  });
});
