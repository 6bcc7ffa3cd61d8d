import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import truth from '../fixtures/sample.json' with { type: 'json' };
import { wordErrorRate } from '../helpers/corpus/wer.ts';
import { type Origin, serveFile, startOrigin } from '../helpers/servers/http-origin.ts';
import {
  openWindow,
  pasteLinks,
  row,
  type StenoWindow,
  sampleFile,
  TRANSCRIBED,
} from './open-window.ts';

/** Keeps every value that any progress bar shows, from the first on. */
const RECORD_PROGRESS = `
  window.shownProgress = [];
  new MutationObserver(() => {
    for (const bar of document.querySelectorAll('[role="progressbar"][aria-valuenow]')) {
      window.shownProgress.push(Number(bar.getAttribute('aria-valuenow')));
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
`;

describe('a pasted link', TRANSCRIBED, () => {
  let origin: Origin;
  let steno: StenoWindow;

  beforeAll(async () => {
    const bytes = await readFile(sampleFile);
    origin = await startOrigin((request, response) =>
      serveFile(request, response, { bytes, etag: '"sample"' }),
    );
    steno = await openWindow();
  });

  afterAll(async () => {
    await steno.close();
    await origin.close();
  });

  test('becomes a recording whose progress only grows until it is done', async () => {
    const { page } = steno;
    await page.evaluate(RECORD_PROGRESS);
    await pasteLinks(page, `${origin.url}/talks/garden.mp3`);
    const recording = row(page, 'garden');
    await recording.getByText('Done').waitFor({ state: 'attached', ...TRANSCRIBED });

    const shown = await page.evaluate<number[]>('window.shownProgress');
    expect(shown.some((value) => value > 0 && value < 100)).toBe(true);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(await recording.textContent()).toContain('1:16');
    expect(await recording.textContent()).toContain('English · 2 speakers');
    await page.getByRole('status').filter({ hasText: 'garden has been transcribed.' }).waitFor();
  });

  test('opens as the words that were said', async () => {
    const { page } = steno;
    await row(page, 'garden').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'garden' }).waitFor();
    await Promise.all([
      // It says so for two seconds only.
      page.getByRole('button', { name: 'Copied' }).waitFor(),
      page.getByRole('button', { name: 'Copy text' }).click(),
    ]);
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    const words = copied.replace(/^Speaker \d+: /gm, '');
    expect(wordErrorRate(truth.text, words)).toBeLessThan(0.1);

    const first = truth.segments[0]?.text ?? '';
    await page.getByRole('region', { name: 'Transcript' }).getByText(first).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'English' }).waitFor();
  });

  test('is saved as subtitles that players read, and as text', async () => {
    const { page } = steno;
    const srt = await save('SRT');
    expect(srt.name).toBe('garden.srt');
    const times = [...srt.text.matchAll(/^(\d\d:\d\d:\d\d,\d{3}) --> (\d\d:\d\d:\d\d,\d{3})$/gm)];
    expect(times.length).toBeGreaterThan(5);
    for (const [, start = '', end = ''] of times) expect(start < end).toBe(true);

    const vtt = await save('VTT');
    expect(vtt.name).toBe('garden.vtt');
    expect(await page.evaluate<number>(countCues(vtt.text))).toBe(times.length);

    const txt = await save('TXT');
    expect(txt.name).toBe('garden.txt');
    expect(txt.text).toContain('Anna watched the quiet garden today.');

    async function save(format: string) {
      await page.getByRole('button', { name: 'Export…' }).click();
      await page.getByRole('radio', { name: new RegExp(`^${format} `) }).check();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save', exact: true }).click(),
      ]);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      return { name: download.suggestedFilename(), text: await textOf(download) };
    }
  });

  test('breaks nothing in the page', () => {
    expect(steno.pageErrors).toEqual([]);
  });
});

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

/** A script that gives the text to the browser's own subtitle reader and counts the cues it finds. */
function countCues(vtt: string): string {
  return `new Promise((resolve, reject) => {
    const track = document.createElement('track');
    track.src = URL.createObjectURL(new Blob([${JSON.stringify(vtt)}], { type: 'text/vtt' }));
    track.onload = () => resolve(track.track.cues.length);
    track.onerror = () => reject(new Error('The browser refuses the subtitles.'));
    document.createElement('video').append(track);
    track.track.mode = 'hidden';
  })`;
}
