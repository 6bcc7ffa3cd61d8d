import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { readProse } from '../helpers/corpus/texts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openPage } from '../helpers/harness/browser.ts';
import { until } from '../helpers/harness/until.ts';
import { MODEL, startLlmServer } from '../helpers/servers/llm-servers.ts';
import { choose, chooseByTyping, signIn, TRANSCRIBED } from './open-window.ts';
import { unmeasured } from './window-engines.ts';

const SECRET = 'a-secret-of-the-owner';

describe('naming a language model', TRANSCRIBED, () => {
  let llm: Awaited<ReturnType<typeof startLlmServer>>;
  let app: TestApp;
  let dataDir: string;
  let talk = '';
  let page: Page;

  beforeAll(async () => {
    llm = await startLlmServer('ollama', { apiKey: SECRET });
    dataDir = await makeTempFolder();
    const sentences = readProse(40)[0]?.sentences.slice(0, 14) ?? [];
    [talk = ''] = await storeTranscripts(dataDir, [{ title: 'Talk', windows: [sentences] }]);
    app = await startTestApp({ dataDir, ...(await unmeasured()) });
    await app.client.structureAgain(talk);
    await until(async () => (await generatorOf(talk))?.pending === false);
    page = await openPage();
    await signIn(page, app);
    await page.waitForURL(`${app.url}/`);
    await page.goto(`${app.url}/settings/language-model`);
  });
  afterAll(async () => {
    await page.context().close();
    await app.stop();
    await llm.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const generatorOf = async (id: string) =>
    (await app.client.getTranscription(id)).result?.structured?.generator;
  const address = () => page.getByRole('textbox', { name: 'Address' });
  const key = () => page.getByLabel('API key');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  test('it is off at first, says what would be sent where, and is clean', async () => {
    await page.getByText('No language model is used.').waitFor();
    expect(await page.getByLabel('Program').textContent()).toBe('Ollama');
    await page.getByText('It is on this computer', { exact: false }).waitFor();
    await address().fill('https://models.example.com');
    await page.getByText('It is on the internet', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await app.client.getSettings()).toMatchObject({ llm: null });
  });

  test('another program brings its usual address, unless one was typed', async () => {
    await choose(page.getByLabel('Program'), 'llama.cpp server');
    expect(await address().inputValue()).toBe('https://models.example.com');
    await address().fill('http://127.0.0.1:8080');
    await choose(page.getByLabel('Program'), 'Ollama');
    expect(await address().inputValue()).toBe('http://127.0.0.1:11434');
  });

  test('an address that is not allowed and a missing key are told in words', async () => {
    await address().fill('http://models.example.com');
    await button('Test connection').click();
    await page.getByText('must be an https address', { exact: false }).waitFor();
    await address().fill(llm.url);
    await button('Test connection').click();
    await page.getByText('does not accept the API key', { exact: false }).waitFor();
    await button('Test connection').and(page.locator(':focus')).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('it is tested and turned on by keyboard alone', async () => {
    await address().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type(SECRET);
    await page.keyboard.press('Enter');
    await page.getByText('The server answers. It has 1 model.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await chooseByTyping(page.getByLabel('Model', { exact: true }), MODEL);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(`On: ${MODEL}`).waitFor();
    await button('In use').waitFor();
    expect(await violations(page)).toEqual([]);
    expect((await app.client.getSettings()).llm).toEqual({
      kind: 'ollama',
      base_url: llm.url,
      model: MODEL,
      has_api_key: true,
    });
    expect(llm.questions).toEqual([]);
  });

  test('it words the summary of a transcript when asked, and says so', async () => {
    await page.goto(`${app.url}/t/${talk}`);
    await page.getByRole('tab', { name: 'Summary' }).click();
    await button(`Rewrite with ${MODEL}`).click();
    await page.getByText(`Written by ${MODEL} and checked against the transcript.`).waitFor();
    await button('Rewrite').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(llm.questions.length).toBeGreaterThan(0);
    expect(JSON.stringify(llm.questions)).not.toMatch(/example\.com|Talk/);
    await page.goto(`${app.url}/settings/language-model`);
  });

  test('the key is never shown again, and goes when it is removed', async () => {
    expect(await key().inputValue()).toBe('');
    await page.reload();
    await page.getByText(`On: ${MODEL}`).waitFor();
    expect(await key().inputValue()).toBe('');
    expect(await page.content()).not.toContain(SECRET);
    await button('Test connection').click();
    await page.getByText('The server answers. It has 1 model.').waitFor();
    await button('Remove key').click();
    await button('Remove key').waitFor({ state: 'detached' });
    expect((await app.client.getSettings()).llm).toMatchObject({ has_api_key: false });
  });

  test('it is turned off again', async () => {
    await button('Turn off').click();
    await page.getByText('No language model is used.').waitFor();
    expect(await app.client.getSettings()).toMatchObject({ llm: null });
  });
});
