/** What a text was made with, told on the page of its recording. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadPool } from '../helpers/corpus/audio.ts';
import { asFile, clipsIn, compose, serveRecordings } from '../helpers/corpus/recordings.ts';
import { demoModel } from '../helpers/engines/engine.ts';
import { writeProgram } from '../helpers/engines/engine-programs.ts';
import { fakePair } from '../helpers/engines/fake-pair.ts';
import { parakeetModel } from '../helpers/engines/parakeet-model.ts';
import { makeTempFolder, startTestApp, type TestApp, transcribe } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openPage } from '../helpers/harness/browser.ts';
import type { Origin } from '../helpers/servers/http-origin.ts';
import { signIn, TRANSCRIBED } from './open-window.ts';

let app: TestApp;
let origin: Origin;
let page: Page;

beforeAll(async () => {
  const folder = await makeTempFolder();
  const fake = fakePair('fr', join(folder, 'requests.txt'));
  const engineFile = await writeProgram(join(folder, 'engine'), fake);
  app = await startTestApp({ engineFile, lanes: 1 });
  const { bytes } = asFile(compose(loadPool(), clipsIn('en', 30)));
  origin = await serveRecordings({ '/talk.wav': bytes });
  const models = {
    'ggml-parakeet.bin': parakeetModel(),
    'ggml-whisper.bin': readFileSync(demoModel),
  };
  for (const [filename, model] of Object.entries(models)) {
    await app.client.importModel(new Blob([new Uint8Array(model)]), { filename, confirmed: true });
  }
  const url = `${origin.url}/talk.wav`;
  const { id } = await transcribe(app.client, { url, model: 'parakeet', language: 'fr' });
  page = await openPage();
  await signIn(page, app);
  await page.waitForURL(`${app.url}/`);
  await page.goto(`${app.url}/t/${id}`);
});
afterAll(async () => {
  await page.context().close();
  await app.stop();
  await origin.close();
});

test('the models, the device and the engine are a press away', TRANSCRIBED, async () => {
  await page.getByRole('button', { name: 'parakeet model' }).click();
  const made = page.getByRole('dialog', { name: 'How this text was made' });
  await made.getByText('Parts transcribed by').waitFor();
  await made.getByText(/^whisper: \d+ of \d+ sentences/).waitFor();
  await made.getByText('whisper.cpp fake', { exact: false }).waitFor();
  expect(await made.getByText(/^[0-9a-f]{64}$/).count()).toBe(2);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await made.waitFor({ state: 'detached' });
});
