/** Which parts of a recording are missing: told in its row and on its page, heard, and transcribed again. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPool } from '../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../helpers/corpus/recordings.ts';
import { writeProgram } from '../helpers/engines/engine-programs.ts';
import { poison, poisonedEngine, windowsGiven } from '../helpers/engines/fake-engine.ts';
import { connect, makeTempFolder, transcribe } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import type { Origin } from '../helpers/servers/http-origin.ts';
import { openWindow, row, type StenoWindow, TRANSCRIBED } from './open-window.ts';

let steno: StenoWindow;
let folder: string;
let log: string;
let origin: Origin;

beforeAll(async () => {
  folder = await makeTempFolder();
  log = join(folder, 'windows');
  const engineFile = await writeProgram(join(folder, 'engine'), poisonedEngine(log));
  const { bytes } = asFile(compose(loadPool(), clipsIn('en', 40)));
  origin = await serveRecordings({ '/whole.wav': bytes, '/talk.wav': bytes });
  steno = await openWindow({ engine: { engineFile, lanes: 1, threads: 1 }, tasks: ONE_VOICE });
});
afterAll(async () => {
  await steno.close();
  await origin.close();
  await rm(folder, { recursive: true });
});

test('a part that could not be made out is heard and transcribed again', TRANSCRIBED, async () => {
  const { page, dataDir } = steno;
  const client = await connect(dataDir);
  await transcribe(client, { url: `${origin.url}/whole.wav`, language: 'en' });
  const windows = [...new Set(windowsGiven(log))];
  poison(log, [windows[1] ?? '', windows[3] ?? '']);
  const { id, result } = await transcribe(client, {
    url: `${origin.url}/talk.wav`,
    language: 'en',
  });
  poison(log, []);

  await row(page, 'talk').getByText('Parts are missing').waitFor();
  await row(page, 'talk').getByRole('link').click();
  await page.getByText('Parts that could not be made out: 2.').waitFor();
  expect(await violations(page)).toEqual([]);
  const parts = page.getByRole('button', { name: /^Listen to/ });
  expect(await parts.count()).toBe(2);
  await parts.nth(1).focus();
  await page.keyboard.press('Enter');
  const start = result?.failed_parts[1]?.start ?? 0;
  await expect
    .poll(() => page.evaluate<number>("document.querySelector('audio').currentTime"))
    .toBeGreaterThanOrEqual(start);

  await page.getByRole('button', { name: 'Transcribe these parts again' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await page.getByText('Version 2 of 2').waitFor();
  await page.getByRole('region', { name: 'Transcript' }).waitFor();
  expect(await page.getByText('Parts that could not be made out').count()).toBe(0);
  await page.goto(`${steno.url}/t/${id}`);
  await page.getByText('Version 1 of 2').waitFor();
  await page.getByText('There is a later version').waitFor();
  const again = page.getByRole('button', { name: 'Transcribe these parts again' });
  expect(await again.count(), 'what was done already').toBe(0);
  expect(steno.pageErrors).toEqual([]);
});
