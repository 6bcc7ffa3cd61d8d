/** A part of the recording saved by marking its text, and its video with subtitles. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  beepsIn,
  brightnessAt,
  exportsLeft,
  FILM,
  makeFilm,
  probe,
  storeFilm,
} from '../helpers/corpus/kept-media.ts';
import { shortFile } from '../helpers/corpus/recordings.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { shellWord, writeScript } from '../helpers/harness/shell-script.ts';
import { until } from '../helpers/harness/until.ts';
import { choose, openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { quick } from './window-engines.ts';

describe('a film', () => {
  let steno: StenoWindow;
  let folder: string;
  /** As long as this file is there, ffmpeg waits. */
  let hold: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steno-clips-'));
    const file = join(folder, 'film.mp4');
    makeFilm(file, FILM);
    hold = join(folder, 'hold');
    vi.stubEnv('STENO_FFMPEG', await patientFfmpeg());
    steno = await openWindow({
      engine: await quick(),
      tasks: ONE_VOICE,
      viewport: { width: 1280, height: 800 },
      prepare: async (dataDir) => {
        await storeFilm(dataDir, { title: 'Greetings', file, type: 'video/mp4' });
      },
    });
    await row(steno.page, 'Greetings').getByRole('link').click();
    await steno.page.getByRole('region', { name: 'Transcript' }).waitFor();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await steno.close();
    await rm(folder, { recursive: true });
  });

  const patientFfmpeg = async () => {
    const wait = `case "$*" in *nut*) while [ -e ${shellWord(hold)} ]; do sleep 0.1; done;; esac`;
    return writeScript(join(folder, 'ffmpeg.sh'), wait, 'exec ffmpeg "$@"');
  };

  /** Marks from a word to another, as with the mouse. */
  const markText = (page: Page, from: string, to: string) =>
    page.evaluate(`(() => {
      const find = (word) => {
        const texts = document.createTreeWalker(
          document.querySelector('[aria-label="Transcript"]'), NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const at = node.nodeValue.indexOf(word);
          if (at >= 0) return [node, at];
        }
      };
      const [[first, start], [last, end]] = [find('${from}'), find('${to}')];
      getSelection().setBaseAndExtent(first, start, last, end + ${to.length});
    })()`);

  const save = async (page: Page) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Save' }).last().click(),
    ]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return { path, name: download.suggestedFilename() };
  };

  test('gives the part in which marked words are said', async () => {
    const { page } = steno;
    await markText(page, 'How', 'you');
    await page.getByRole('button', { name: 'Save clip…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save clip' });
    await dialog.getByText('0:09.9 – 0:11.6').waitFor();
    expect(await violations(page)).toEqual([]);
    const { path, name } = await save(page);
    expect(name).toBe('Greetings 0.09–0.11.mp4');
    // From a tenth of a second before the first word to a tenth after the last.
    expect(Math.abs(probe(path).seconds - 1.7)).toBeLessThan(0.03);
    expect(beepsIn(path).map((at) => Math.round(at * 10))).toEqual([1]);
    expect(probe(path).picture?.codec_name).toBe('h264');
  });

  test('gives only the sound where that is chosen', async () => {
    const { page } = steno;
    await markText(page, 'morning', 'How');
    await page.getByRole('button', { name: 'Save clip…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save clip' });
    await choose(dialog.getByRole('combobox', { name: 'Save' }), 'Sound only');
    const { path, name } = await save(page);
    expect(name).toBe('Greetings 0.03–0.10.m4a');
    expect(probe(path).picture).toBeUndefined();
  });

  test('gives a sentence by keyboard, with its subtitles in a file beside', async () => {
    const { page } = steno;
    await page.evaluate('getSelection().removeAllRanges()');
    await page.getByRole('region', { name: 'Transcript' }).getByText('Good bye.').click();
    // It plays on from there, to the end of the film at most, which is still in this sentence.
    const time = () => page.evaluate('document.querySelector("video").currentTime');
    await expect.poll(time).toBeGreaterThanOrEqual(16);
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'Save clip' });
    await dialog.getByText('0:15.9 – 0:17.1').waitFor();
    // Enter alone would save it.
    await dialog.getByRole('button', { name: 'Save' }).and(page.locator(':focus')).waitFor();
    await choose(dialog.getByRole('combobox', { name: 'Subtitles' }), 'In a file beside it');
    const saved: string[] = [];
    const texts: string[] = [];
    const both = new Promise<void>((resolve) => {
      page.on('download', async (download) => {
        saved.push(download.suggestedFilename());
        if (/srt$/.test(download.suggestedFilename())) {
          texts.push(await readFile(await download.path(), 'utf8'));
        }
        if (saved.length === 2) resolve();
      });
    });
    await dialog.getByRole('button', { name: 'Save' }).last().click();
    await both;
    expect(saved.sort()).toEqual(['Greetings 0.15–0.17.mp4', 'Greetings 0.15–0.17.srt']);
    await until(() => texts.length > 0);
    expect(texts[0]).toMatch(/^1\n00:00:00,100 --> [^\n]+\nGood bye\.\n/);
  });

  test('gives its video with subtitles in the picture', async () => {
    const { page } = steno;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Video with subtitles…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save video with subtitles' });
    await choose(dialog.getByRole('combobox', { name: 'Subtitles' }), 'In the picture');
    expect(await violations(page)).toEqual([]);
    const { path, name } = await save(page);
    expect(name).toBe('Greetings.mp4');
    expect(brightnessAt(path, 10.5).bottom).toBeGreaterThan(200);
    expect(steno.pageErrors).toEqual([]);
  });

  test('can be canceled while it is made, and nothing is saved', async () => {
    const { page } = steno;
    const before = await exportsLeft(steno.dataDir);
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Video with subtitles…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save video with subtitles' });
    await choose(dialog.getByRole('combobox', { name: 'Subtitles' }), 'In the picture');
    await writeFile(hold, '');
    await dialog.getByRole('button', { name: 'Save' }).last().click();
    // The dialog has a Cancel of its own until it is gone.
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Making the video…').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Making the video…').waitFor({ state: 'detached' });
    expect(downloads).toEqual([]);
    // What was saved before may go meanwhile.
    const more = async () =>
      (await exportsLeft(steno.dataDir)).filter((name) => !before.includes(name));
    await until(async () => (await more()).length === 0);
    await rm(hold);
    expect(await more()).toEqual([]);
  });

  test('that browsers do not play offers the picture of its upload', TRANSCRIBED, async () => {
    const { page } = steno;
    await page.goto(steno.url);
    const file = join(folder, 'old.avi');
    const picture = [
      '-f',
      'lavfi',
      '-i',
      'color=c=navy:s=320x180:r=5',
      '-shortest',
      '-c:v',
      'mpeg4',
    ];
    execFileSync('ffmpeg', ['-v', 'error', '-i', shortFile, ...picture, '-c:a', 'copy', file]);
    await page.locator('input[type=file][multiple]').setInputFiles(file);
    const added = row(page, 'old');
    await added.getByText('Done').waitFor({ state: 'attached', ...TRANSCRIBED });
    await added.getByRole('link').click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Video with subtitles…' }).click();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).last().click();
    const download = await downloaded;
    // MP4 holds both as they are.
    expect(download.suggestedFilename()).toBe('old.mp4');
    expect(probe(await download.path()).picture?.codec_name).toBe('mpeg4');
  });
});
