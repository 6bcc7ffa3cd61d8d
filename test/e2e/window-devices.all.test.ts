import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeProgram } from '../helpers/engines/engine-programs.ts';
import { CARD, type CardMode, fakeCard } from '../helpers/engines/fake-card.ts';
import { makeTempFolder, startTestApp, type TestApp, transcribe } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openPage } from '../helpers/harness/browser.ts';
import { choose, sampleFile, signIn, TRANSCRIBED } from './open-window.ts';

describe('what models are computed on', TRANSCRIBED, () => {
  let app: TestApp;
  let page: Page;
  let becomes: (mode: CardMode) => Promise<string>;

  beforeAll(async () => {
    const folder = await makeTempFolder();
    becomes = (mode) => writeProgram(join(folder, 'engine'), fakeCard(mode, join(folder, 'log')));
    app = await startTestApp({ engineFile: await becomes('other_words') });
    page = await openPage();
    await signIn(page, app);
  });
  afterAll(async () => {
    await page.context().close();
    await app.stop();
  });

  const card = () =>
    page
      .getByRole('list', { name: 'Processor and graphics cards' })
      .getByRole('listitem')
      .filter({ hasText: CARD.name });

  test('a card with other words is reported, and can be tried again', async () => {
    const sample = new Blob([await readFile(sampleFile)]);
    const { url } = await app.client.uploadFile(sample, 'sample.mp3');
    await transcribe(app.client, { url, language: 'en' });
    await page.goto(`${app.url}/settings/models`);
    await card()
      .getByText('Not used for demo: it finds other words than the processor.', { exact: true })
      .waitFor();
    expect(await card().getByText('In use').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await becomes('good');
    await page.getByRole('button', { name: `Try again: ${CARD.name}` }).click();
    await card().getByText('In use').waitFor();
    await card().getByText('demo: an hour takes', { exact: false }).waitFor();
  });

  test('a person chooses the processor, and it stays so', async () => {
    const choice = page.getByRole('combobox', { name: 'Compute on' });
    await choose(choice, 'Processor');
    await expect.poll(async () => (await app.client.getSettings()).device).toBe('cpu');
    await card().getByText('In use').waitFor({ state: 'detached' });
    await page.reload();
    await choice.getByText('Processor').waitFor();
  });
});
