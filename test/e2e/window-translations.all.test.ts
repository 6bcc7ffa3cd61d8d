import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { makeTempFolder, startTestApp, type TestApp } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { openPage } from '../helpers/harness/browser.ts';
import { until } from '../helpers/harness/until.ts';
import { backwards, goodTranslation } from '../helpers/servers/llm-answers.ts';
import {
  MODEL,
  type Reply,
  type SeenQuestion,
  startLlmServer,
} from '../helpers/servers/llm-servers.ts';
import { choose, closeError, signIn, TRANSCRIBED } from './open-window.ts';
import { unmeasured } from './window-engines.ts';

/** More than are asked for at once. */
const LINES = Array.from({ length: 15 }, (_, at) => `What was said at place ${at}.`);
const good = (question: SeenQuestion): Reply => JSON.stringify(goodTranslation(question));

describe('subtitles in another language', TRANSCRIBED, () => {
  let llm: Awaited<ReturnType<typeof startLlmServer>>;
  let reply: (question: SeenQuestion) => Reply | Promise<Reply> = good;
  let app: TestApp;
  let dataDir: string;
  let talk = '';
  let page: Page;

  beforeAll(async () => {
    llm = await startLlmServer('ollama', { reply: (question) => reply(question) });
    dataDir = await makeTempFolder();
    const windows = [LINES.slice(0, 6), LINES.slice(6, 12), LINES.slice(12)];
    [talk = ''] = await storeTranscripts(dataDir, [{ title: 'Talk', windows }]);
    app = await startTestApp({ dataDir, ...(await unmeasured()) });
    page = await openPage();
    await signIn(page, app);
    await page.waitForURL(`${app.url}/`);
    await page.goto(`${app.url}/t/${talk}?view=subtitles`);
  });
  afterAll(async () => {
    await page.context().close();
    await app.stop();
    await llm.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const shown = () => page.getByLabel('Language of the subtitles');
  const firstLine = () =>
    page.getByRole('listitem').getByText(backwards(LINES[0] ?? ''), { exact: true });
  const into = () => page.getByRole('combobox', { name: 'Into', exact: true });
  const translateInto = async (name: string) => {
    await button('Translate…').click();
    await into().click();
    await page.getByRole('combobox', { name: 'Search the list' }).fill(name);
    await page.keyboard.press('Enter');
    await button('Translate').click();
  };

  test('without a language model the way to set one up is shown, and nothing else', async () => {
    await page.getByText('To translate subtitles, set up a language model').waitFor();
    expect(await button('Translate…').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tabpanel').getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL('**/settings/language-model');
    await app.client.updateSettings({
      llm: { kind: 'ollama', base_url: llm.url, model: MODEL },
    });
    await page.goto(`${app.url}/t/${talk}?view=subtitles`);
  });

  test('it is asked for by name, also in its own script, by keyboard alone', async () => {
    const gate = Promise.withResolvers<void>();
    reply = async (question) => {
      if (question.user.includes('before:')) await gate.promise;
      return good(question);
    };
    await button('Translate…').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Nothing leaves this machine.').waitFor();
    expect(await violations(page)).toEqual([]);
    await into().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Deutsch');
    await page.getByRole('option', { name: 'German – Deutsch' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option').waitFor({ state: 'detached' });
    await until(async () => {
      await page.keyboard.press('Tab');
      return page.evaluate(`document.activeElement?.type === 'submit'`);
    });
    await page.keyboard.press('Enter');
    await page.getByText(/^Translating into German, [1-9]\d?%$/).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await shown().count()).toBe(0);
    gate.resolve();
    await button('Show German').click();
    await firstLine().waitFor();
    await page.getByText(`Translated by ${MODEL}.`, { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('it can be gone back to the original, where subtitles are edited', async () => {
    await choose(shown(), 'English (original)');
    await button('Edit the subtitle at 0:00').waitFor();
    await choose(shown(), 'German');
    await firstLine().waitFor();
    expect(await button('Edit the subtitle at 0:00').count()).toBe(0);
  });

  test('it is exported alone, or below the original', async () => {
    await page.keyboard.press('Escape');
    await button('Export…').click();
    await page.getByRole('dialog').getByText('SRT', { exact: true }).click();
    const save = async (language: string) => {
      await choose(page.getByRole('dialog').getByLabel('Language'), language);
      const download = page.waitForEvent('download');
      await button('Save').click();
      const file = await download;
      const chunks: Buffer[] = [];
      for await (const chunk of await file.createReadStream()) chunks.push(chunk);
      return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString() };
    };
    expect(await violations(page)).toEqual([]);
    const german = await save('German');
    expect(german.name).toBe('Talk.de.srt');
    expect(german.text).toContain(backwards('What was said at place 3.'));
    expect(german.text).not.toContain('What was said at place 3.');
    await button('Export…').click();
    const both = await save('English and German');
    expect(both.text).toContain(
      `What was said at place 14.\n${backwards('What was said at place 14.')}`,
    );
  });

  test('after an edit it is out of date, and translated again', async () => {
    const { revision } = await app.client.getTranscription(talk);
    const segments = [{ id: 0, text: 'Another beginning.' }];
    await app.client.editSegments(talk, { revision, segments });
    await page.getByText('were edited since this translation', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
    await button('Translate again').click();
    await page.getByText(backwards('Another beginning.'), { exact: false }).first().waitFor();
    await button('Translate again').waitFor({ state: 'detached' });
  });

  test('what was shown before stays where another language cannot be loaded', async () => {
    await choose(shown(), 'English (original)');
    await page.route('**/translations/*/cues', (route) => route.abort(), { times: 1 });
    await choose(shown(), 'German');
    await page.getByText('Something went wrong').first().waitFor();
    await button('Edit the subtitle at 0:00').waitFor();
    expect(await shown().textContent()).toBe('English (original)');
    await closeError(page);
    await page.getByText('Something went wrong').first().waitFor({ state: 'detached' });
    await choose(shown(), 'German');
    await button('Edit the subtitle at 0:00').waitFor({ state: 'detached' });
  });

  test('one that is made again and canceled is not said to be finished', async () => {
    await choose(shown(), 'English (original)');
    reply = () => 'hang';
    await translateInto('German');
    await button('Cancel the translation into German').click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await page.getByText('is finished').count()).toBe(0);
    await choose(shown(), 'German');
  });

  test('one that fails says why, goes on when asked, and can be canceled', async () => {
    let isBroken = true;
    reply = (question) =>
      isBroken && question.user.includes(') What was said at place 13.') ? 'No.' : good(question);
    await translateInto('French');
    await page.getByRole('alert').filter({ hasText: 'French: The language model’s' }).waitFor();
    expect(await violations(page)).toEqual([]);
    isBroken = false;
    await button('Go on with French').click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await choose(shown(), 'French');
    reply = () => 'hang';
    await translateInto('Spanish');
    await button('Cancel the translation into Spanish').click();
    await page.getByText('Spanish', { exact: false }).waitFor({ state: 'detached' });
    expect((await app.client.listTranslations(talk)).data.map(({ language }) => language)).toEqual([
      ...['de', 'fr'],
    ]);
  });

  test('it is removed when asked, and the original is shown', async () => {
    await button('Remove the translation into French').click();
    await button('Remove').click();
    await button('Edit the subtitle at 0:00').waitFor();
    await choose(shown(), 'German');
  });

  test('nothing is out of reach in a narrow window', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const tooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await page.evaluate(tooWide)).toBe(false);
    expect(await violations(page)).toEqual([]);
  });
});
