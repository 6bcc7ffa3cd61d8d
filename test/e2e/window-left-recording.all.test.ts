/** What was asked and done on the page of one recording, and left there, does nothing to the next that is opened. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/shared/client.ts';
import { storeLongRecording } from '../helpers/corpus/long-recording.ts';
import { storeTranscripts } from '../helpers/corpus/stored-transcripts.ts';
import { connect } from '../helpers/harness/app.ts';
import { openWindow, row, type StenoWindow, sampleFile, TRANSCRIBED } from './open-window.ts';

const LINES = ['The garden is quiet.', 'Anna sees the door.'];
const speakers = ['Speaker 1', 'Speaker 2'];

/** Whether another page holds a lock is answered only when that is wanted. */
const LATE_LOCKS = `{
  const { request } = LockManager.prototype;
  const late = new Promise((resolve) => { window.answerLocks = resolve; });
  LockManager.prototype.request = async function (...parts) {
    if (parts[1].ifAvailable) await late;
    return request.apply(this, parts);
  };
}`;

describe('a recording that was left', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let client: Client;
  let story = '';
  let other = '';
  const open = async (title: string) => {
    await row(steno.page, title).getByRole('link').click();
    await steno.page.locator('[data-segment="0"]').waitFor();
  };
  const asked = () => steno.page.getByRole('alertdialog').or(steno.page.getByRole('dialog'));
  const correct = async (segment: number, text: string) => {
    const { page } = steno;
    await page.locator(`[data-segment="${segment}"]`).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    await page.keyboard.press('ControlOrMeta+Enter');
  };
  const saved = () => steno.page.getByText('Saved', { exact: true }).waitFor();
  /** Holds back what the service says of edits until it is called. */
  const holdAnswers = async () => {
    const [held, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await steno.page.route('**/edits', async (route) => {
      const response = await route.fetch();
      await held.promise;
      await route.fulfill({ response });
      answered.resolve();
    });
    return async () => {
      held.resolve();
      await answered.promise;
      await steno.page.unroute('**/edits');
    };
  };
  const textsOf = async (id: string) =>
    (await client.getTranscription(id)).result?.segments.map(({ text }) => text);

  beforeAll(async () => {
    steno = await openWindow({
      prepare: async (dataDir) => {
        await storeLongRecording(dataDir, { title: 'Gardeners', words: 200, sound: sampleFile });
        [story = '', other = ''] = await storeTranscripts(dataDir, [
          { title: 'Story', windows: [LINES], speakers },
          { title: 'Other', windows: [LINES], speakers },
        ]);
      },
      viewport: { width: 1280, height: 800 },
    });
    client = await connect(steno.dataDir);
  }, TRANSCRIBED.timeout);
  beforeEach(() => steno.page.goto(`${steno.url}/`));
  afterAll(() => steno.close());

  test('asks no more whether two are one person', async () => {
    const { page } = steno;
    await open('Story');
    await page.getByRole('button', { name: 'Speaker 2', exact: true }).click();
    await page.keyboard.type('Speaker 1');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog', { name: /one person/ }).waitFor();
    await page.goBack();
    await open('Other');
    expect(await asked().count()).toBe(0);
  });

  test('asks no more who speaks', async () => {
    const { page } = steno;
    await open('Gardeners');
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: 'Who says it?' }).waitFor();
    await page.goBack();
    await open('Story');
    expect(await asked().count()).toBe(0);
  });

  test('asks no more how its clip is saved', async () => {
    const { page } = steno;
    await open('Gardeners');
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'Save clip' }).waitFor();
    await page.goBack();
    await open('Story');
    expect(await asked().count()).toBe(0);
  });

  test('is undone itself, where its last answer was on the way, and not the one that is open', async () => {
    const { page } = steno;
    await open('Other');
    await correct(0, 'The garden is loud.');
    await saved();
    await page.goBack();
    await open('Story');
    const answer = await holdAnswers();
    await correct(0, 'The garden is gone.');
    await page.keyboard.press('ControlOrMeta+z');
    await page.goBack();
    await open('Other');
    await answer();
    // It is stored after all that waited.
    await correct(1, 'Ben sees the door.');
    await saved();
    expect(await textsOf(other)).toEqual(['The garden is loud.', 'Ben sees the door.']);
    await expect.poll(() => textsOf(story)).toEqual(LINES);
  });

  test('gets the name that a speaker was given there', async () => {
    const { page } = steno;
    await open('Story');
    const answer = await holdAnswers();
    await correct(1, 'Anna sees the gate.');
    await page.getByRole('button', { name: 'Speaker 2', exact: true }).click();
    await page.keyboard.type('Anna');
    await page.keyboard.press('Enter');
    await page.goBack();
    await open('Other');
    await answer();
    await correct(0, 'The garden is green.');
    await saved();
    const named = async (id: string) =>
      (await client.getTranscription(id)).result?.speakers[1]?.name;
    await expect.poll(() => named(story)).toBe('Anna');
    expect(await named(other)).toBe(null);
  });

  test('keeps what an earlier page had not stored, where it is left at once', async () => {
    const { page } = steno;
    await page.addInitScript(LATE_LOCKS);
    await page.reload();
    await row(page, 'Story').waitFor();
    const text = 'The garden is kept.';
    const edit = { op: 'text', id: 0, text };
    const step = { request: 'a', edits: [edit], anchors: [{ starts: [0], text: LINES[0] }] };
    const unsaved = JSON.stringify({ steps: [step], draft: null, conflicts: [] });
    await page.evaluate(
      `localStorage.setItem('unsaved ${story} gone', ${JSON.stringify(unsaved)})`,
    );
    await open('Story');
    await page.goBack();
    await row(page, 'Story').waitFor();
    await page.evaluate('window.answerLocks()');
    await open('Story');
    await expect.poll(async () => (await textsOf(story))?.[0]).toBe(text);
    expect(steno.pageErrors).toEqual([]);
  });
});
