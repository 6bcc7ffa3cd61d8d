import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_EDITS_AT_ONCE } from '../../src/shared/transcription/editing.ts';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { openSample, openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { sampleLibrary } from './sample-library.ts';

/** The words that carry one of the browser's marks, in no order. */
const marked = (page: Page, name: string) =>
  page.evaluate<string[]>(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);
/** So that a slow machine does not find it further on. */
const STOP_WHERE_IT_STARTS = `new Promise((resolve) => {
  const sound = document.querySelector('audio');
  sound.addEventListener('play', () => resolve(sound.pause()), { once: true });
})`;
const time = (page: Page) => page.evaluate<number>('document.querySelector("audio").currentTime');

describe('the transcript, without a mouse', TRANSCRIBED, () => {
  let steno: StenoWindow;
  const editor = () => steno.page.getByRole('textbox', { name: /^Text at/ });
  const text = () => steno.page.getByRole('region', { name: 'Transcript' }).innerText();

  beforeAll(async () => {
    steno = await openWindow({ prepare: sampleLibrary, viewport: { width: 1280, height: 800 } });
    const { page } = steno;
    await openSample(page);
  });
  afterAll(() => steno.close());

  test('plays, and the words follow the sound', async () => {
    const { page } = steno;
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const highlighted = new Set<string>();
    await expect
      .poll(async () => {
        for (const word of await marked(page, 'spoken')) highlighted.add(word);
        return highlighted.size;
      }, TRANSCRIBED)
      .toBeGreaterThan(2);
    // However often it was looked at meanwhile, they come in the order of the text.
    const said = await text();
    let from = 0;
    for (const word of highlighted) {
      const at = said.indexOf(word, from);
      expect(at, word).toBeGreaterThanOrEqual(from);
      from = at + word.length;
    }
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Play' }).waitFor();
  });

  test('jumps, and repeats a sentence', async () => {
    const { page } = steno;
    await page.keyboard.press('ArrowDown');
    const second = await time(page);
    expect(second).toBeGreaterThan(1);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => time(page), TRANSCRIBED).toBeCloseTo(second + 5, 1);
    await page.keyboard.press(']');
    expect(await page.getByRole('combobox', { name: 'Speed' }).textContent()).toBe('1.25×');
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Repeat this sentence', pressed: true }).waitFor();
    await page.keyboard.press('r');
  });

  test('a word that is clicked is played', async () => {
    const { page } = steno;
    const last = page.locator('[data-segment]').last();
    const stopped = page.evaluate(STOP_WHERE_IT_STARTS);
    await last.click();
    await stopped;
    await expect.poll(() => marked(page, 'spoken')).toHaveLength(1);
    expect(await last.innerText()).toContain((await marked(page, 'spoken'))[0]);
  });

  test('can be undone only once something was done', async () => {
    expect(await steno.page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  test('is corrected in place, with undo and redo, and stored by itself', async () => {
    const { page } = steno;
    const { keyboard } = page;
    await page.getByRole('slider', { name: 'Position in the recording' }).focus();
    for (let i = 0; i < 20; i++) await keyboard.press('ArrowLeft');
    await keyboard.press('e');
    await editor().waitFor();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('Annabel watched the quiet garden today.');
    await keyboard.press('ControlOrMeta+Enter');
    await expect.poll(text).toContain('Annabel watched');
    await keyboard.press('ControlOrMeta+z');
    await expect.poll(text).not.toContain('Annabel');
    await keyboard.press('ControlOrMeta+y');
    await expect.poll(text).toContain('Annabel watched');
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  test('finds words and replaces them everywhere', async () => {
    const { page } = steno;
    await page.keyboard.press('/');
    await page.keyboard.type('the doctor');
    await page.getByText('1 of 1').waitFor();
    await expect.poll(() => marked(page, 'chosen'), TRANSCRIBED).toEqual(['the doctor']);
    await page.getByRole('textbox', { name: 'Replace with' }).fill('the nurse');
    await page.getByRole('button', { name: 'Replace all' }).press('Enter');
    await page.getByText('Replaced 1 in 1 sentence').waitFor();
    await expect.poll(text).toContain('the nurse');
    await page.keyboard.press('Escape');
  });

  test('a speaker is renamed everywhere, and a new speaker is chosen', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'Speaker 1', exact: true }).first().press('Enter');
    await page.getByRole('combobox', { name: 'Name' }).fill('Anna Lee');
    await page.getByRole('combobox', { name: 'Name' }).press('Enter');
    const anna = page.getByRole('button', { name: 'Anna Lee', exact: true }).first();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Not now' }).press('Enter');
    await anna.waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await page.getByRole('button', { name: 'Speaker 1', exact: true }).first().waitFor();
    await page.keyboard.press('ControlOrMeta+y');
    await anna.press('Enter');
    await page.getByRole('radio', { name: 'This paragraph' }).press('Space');
    await page.getByRole('option', { name: 'New speaker' }).click();
    await page.getByRole('button', { name: 'Speaker 3', exact: true }).waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  test('is the same after a reload, and is what is exported', async () => {
    const { page } = steno;
    await page.reload();
    await page.getByRole('region', { name: 'Transcript' }).getByText('Annabel').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('radio', { name: /^SRT / }).press('Space');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).press('Enter'),
    ]);
    const srt = (await readFile(await download.path(), 'utf8')).replaceAll('\n', ' ');
    expect(srt).toContain('Annabel watched the quiet garden today.');
    expect(srt).toContain('Anna Lee: ');
    expect(srt).toContain('the nurse');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('radio', { name: /^SRT /, checked: true }).waitFor();
  });

  test('opens at the moment its address names', async () => {
    const { page } = steno;
    await page.keyboard.press('Escape');
    await page.goto(`${page.url()}?at=60`);
    await expect.poll(() => marked(page, 'spoken'), TRANSCRIBED).toHaveLength(1);
    expect(await time(page)).toBeCloseTo(60, 1);
    const inView = `(() => {
      const [word] = CSS.highlights.get('spoken');
      const { top, bottom } = word.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    })()`;
    await expect.poll(() => page.evaluate(inView), TRANSCRIBED).toBe(true);
  });

  test('restores the original', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'More' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Compare with original…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Compare with original' });
    await dialog.getByRole('button', { name: 'Restore', exact: true }).first().press('Enter');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(text, TRANSCRIBED).toContain('Anna watched');
  });

  test('voices are told apart again, as many as there are people', async () => {
    const { page } = steno;
    const others = page.getByRole('button', { name: /^Speaker [23]$/ });
    await page.getByRole('tab', { name: 'Speakers' }).press('Enter');
    const people = page.getByRole('group', { name: 'How many people speak?' });
    await people.getByRole('button', { name: '1' }).press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor(TRANSCRIBED);
    await page.getByRole('tab', { name: 'Read' }).press('Enter');
    await expect.poll(() => others.count(), TRANSCRIBED).toBe(0);
    expect(await text()).toContain('the nurse');
  });

  test('breaks nothing in the page', () => {
    expect(steno.pageErrors).toEqual([]);
  });
});

/** One more than the service takes at once. */
const SENTENCES = MAX_EDITS_AT_ONCE + 1;

test('a word is replaced in more sentences than fit into one step', TRANSCRIBED, async () => {
  const steno = await openWindow({
    prepare: async (dataDir) => {
      const texts = Array.from({ length: SENTENCES }, (_, i) => `The gardeners came on day ${i}.`);
      const windows = Array.from({ length: 51 }, (_, at) => texts.slice(100 * at, 100 * (at + 1)));
      await storeTranscripts(dataDir, [{ title: 'A year', windows }]);
    },
  });
  const { page } = steno;
  await row(page, 'A year').getByRole('link').click();
  await page.getByRole('region', { name: 'Transcript' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('gardeners');
  await page.getByText('1 of 5,001').waitFor();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('bakers');
  const asked: number[] = [];
  await page.route('**/edits', async (route) => {
    asked.push(route.request().postDataJSON().edits.length);
    await route.abort();
  });
  await page.getByRole('button', { name: 'Replace all' }).press('Enter');
  await page.getByText('Replaced 5,001 in 5,001 sentences').waitFor();
  await expect.poll(() => asked.at(0)).toBe(MAX_EDITS_AT_ONCE);
  await steno.close();
});
