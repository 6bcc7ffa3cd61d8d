import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODEL_CATALOGUE } from '../../src/shared/models/model-catalogue.ts';
import { demoModel } from '../helpers/engines/engine.ts';
import { startTestApp, type TestApp } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openPage } from '../helpers/harness/browser.ts';
import { until } from '../helpers/harness/until.ts';
import { hostedModel, type ModelHost, startModelHost } from '../helpers/servers/model-host.ts';
import { choose, signIn, TRANSCRIBED } from './open-window.ts';

/** The model that any machine gets recommended in the end, served by the host of the tests. */
const NAME = 'hosted';

describe('getting a real model', TRANSCRIBED, () => {
  let host: ModelHost;
  let app: TestApp;
  let page: Page;

  beforeAll(async () => {
    host = await startModelHost();
    app = await startTestApp({}, { catalogue: [hostedModel, ...MODEL_CATALOGUE] });
    await app.client.updateSettings({ model_mirror: `${host.url}/mirror` });
    page = await openPage();
    await signIn(page, app);
  });
  afterAll(async () => {
    await page.context().close();
    await app.stop();
    await host.close();
  });

  const installed = () => page.getByRole('list', { name: 'Installed models' });
  const offers = () => page.getByRole('list', { name: 'Models to download' });

  test('the empty library offers the one that suits this computer', async () => {
    await page.getByText('suits this computer', { exact: false }).waitFor();
    await page.getByRole('button', { name: /^Download \d+ MB$/ }).waitFor();
    await page.getByRole('link', { name: 'Other models' }).click();
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    await installed().getByText('demo').waitFor();
  });

  test('a download shows how far it is, rests, goes on and ends in use', async () => {
    host.mode = 'stalling';
    await page.getByRole('button', { name: 'Show all models' }).click();
    await page.getByRole('button', { name: `Download ${NAME}, 18 MB` }).click();
    await offers().getByText('6 MB of 18 MB').waitFor();
    await page.getByRole('button', { name: `Pause ${NAME}` }).click();
    await offers().getByText('Paused at 6 MB of 18 MB').waitFor();
    expect(await violations(page)).toEqual([]);
    host.mode = 'good';
    await page.getByRole('button', { name: `Resume downloading ${NAME}` }).click();
    await installed().getByText(NAME, { exact: true }).waitFor();
    await installed().getByRole('listitem').filter({ hasText: NAME }).getByText('In use').waitFor();
  });

  test('another model can be used instead', async () => {
    await page.getByRole('button', { name: 'Use demo' }).click();
    await page.getByRole('button', { name: `Use ${NAME}` }).waitFor();
    // The window shows it before the service has answered.
    await until(async () => (await app.client.getSettings()).model === 'demo');
  });

  test('one language can have a model of its own', async () => {
    await choose(page.getByRole('combobox', { name: 'Language' }), 'German – Deutsch');
    await choose(page.getByRole('combobox', { name: 'Model' }), NAME);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Remove the model for German' }).waitFor();
    await until(async () => (await app.client.getSettings()).language_models['de'] === NAME);
  });

  test('a model says whose it is where its licence asks for that', async () => {
    const parakeet = offers().getByRole('listitem').filter({ hasText: 'Parakeet' });
    await parakeet.getByText('By NVIDIA, CC BY 4.0', { exact: false }).waitFor();
    await parakeet.getByText('25 European languages', { exact: false }).waitFor();
  });

  test('a file that is no model is refused for what it is, without a question', async () => {
    const buffer = Buffer.from('These are the minutes of Monday.');
    const file = { name: 'minutes.bin', mimeType: 'application/octet-stream', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    const told = page.getByRole('region', { name: 'Notifications' });
    await told.getByText('This is a text file, not a model', { exact: false }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  test('a strange file is added only after a question', async () => {
    const buffer = await readFile(demoModel);
    buffer.writeUInt8(buffer.readUInt8(5_000_000) ^ 1, 5_000_000);
    const folder = await mkdtemp(join(tmpdir(), 'steno-model-'));
    // The browser reads it itself, which is quicker than handing it so many bytes.
    const file = join(folder, 'ggml-strange.bin');
    await writeFile(file, buffer);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('alertdialog', { name: 'Trust ggml-strange.bin?' }).waitFor();
    await page.getByRole('button', { name: 'Trust and add' }).click();
    await installed().getByText('strange', { exact: true }).waitFor();
    await rm(folder, { recursive: true });
  });

  test('a model is deleted after a question, by keyboard', async () => {
    await page.getByRole('button', { name: `Delete ${NAME}` }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: `Delete ${NAME}?` });
    await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Delete ${NAME}` }).waitFor({ state: 'detached' });
    expect((await app.client.listModels()).data.map(({ name }) => name)).toEqual([
      'strange',
      'demo',
    ]);
  });
});
