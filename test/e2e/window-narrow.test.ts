import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/main/repositories/database.ts';
import { structureTranscript } from '../../src/main/structure/structure-transcript.ts';
import { PEAKS_PER_SECOND } from '../../src/shared/transcription/media.ts';
import { storeSegments } from '../helpers/stored-transcripts.ts';
import { longTranscript } from '../helpers/texts-long.ts';
import { durationOf } from '../helpers/texts-spoken.ts';
import { until } from '../helpers/until.ts';
import { openWindow, row, type StenoWindow, sampleFile, TRANSCRIBED } from './open-window.ts';

const TITLE = 'An evening with the gardeners of the allotment.m4a';
const WIDTH = 400;

let steno: StenoWindow;

beforeAll(async () => {
  steno = await openWindow({ prepare: fill, viewport: { width: WIDTH, height: 800 } });
  await row(steno.page, TITLE).waitFor();
}, TRANSCRIBED.timeout);

afterAll(() => steno.close());

/** One finished transcription of some minutes, with a recording to play. */
async function fill(dataDir: string): Promise<void> {
  const segments = longTranscript(1500);
  const durationMs = durationOf(segments);
  const { db, close } = openDatabase(dataDir);
  const id = await storeSegments(db, {
    title: TITLE,
    windows: [segments],
    structured: JSON.stringify(structureTranscript({ segments, durationMs })),
    facts: { media_type: 'audio/mpeg', duration_ms: durationMs, language: 'en' },
  });
  await close();
  const folder = join(dataDir, 'recordings', id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'waveform'), new Uint8Array((durationMs / 1000) * PEAKS_PER_SECOND));
  await copyFile(sampleFile, join(folder, 'media'));
}

async function widthOf(part: Locator): Promise<number> {
  return (await part.boundingBox())?.width ?? 0;
}

/** How far the page could be moved sideways. */
function excess(): Promise<number> {
  return steno.page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

test('titles keep most of their row, and nothing is wider than the window', async () => {
  expect(await widthOf(row(steno.page, TITLE).getByRole('link'))).toBeGreaterThan(WIDTH * 0.35);
  expect(await excess()).toBeLessThanOrEqual(0);
});

test('the player, the fields and the text of a transcript have room', async () => {
  const { page } = steno;
  await row(page, TITLE).getByRole('link').click();
  await page.getByRole('region', { name: 'Transcript' }).waitFor();
  const place = page.getByRole('slider', { name: 'Place in the recording' });
  expect(await widthOf(place)).toBeGreaterThan(WIDTH * 0.7);

  await page.keyboard.press('/');
  for (const name of ['Find', 'Replace with']) {
    expect(await widthOf(page.getByRole('textbox', { name }))).toBeGreaterThan(90);
  }
  expect(await excess()).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');

  await page.mouse.wheel(0, 1500);
  await until(async () => (await page.evaluate<number>('scrollY')) > 1000);
  const tabs = await page.getByRole('tablist').boundingBox();
  const player = await page.getByRole('region', { name: 'Player' }).boundingBox();
  expect((player?.y ?? 0) - (tabs?.y ?? 0) - (tabs?.height ?? 0)).toBeGreaterThan(500);
});

test('a speaker with a long name is cut off, in the text and in its menu', async () => {
  const { page } = steno;
  const name = 'W'.repeat(100);
  await page.keyboard.press('Home');
  const speakers = page.getByRole('region', { name: 'Transcript' }).locator('[aria-haspopup=menu]');
  await speakers.first().click();
  await page.getByRole('menuitem', { name: /^Rename/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name }).first().click();
  expect(await widthOf(page.getByRole('menu'))).toBeLessThan(WIDTH);
  expect(await excess()).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
});

test('a view that kept its place can be left for the library', async () => {
  const { page, pageErrors } = steno;
  for (const name of ['Subtitles', 'Read']) {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tabpanel', { name }).waitFor();
  }
  await page.getByRole('link', { name: 'Library' }).first().click();
  await row(page, TITLE).waitFor();
  expect(pageErrors).toEqual([]);
});
