import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeFile } from '../helpers/corpus/audio.ts';
import { sampleFile, sampleTruth } from '../helpers/corpus/recordings.ts';
import { connect, finished } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { until } from '../helpers/harness/until.ts';
import { openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { beginRecording, launchWithMicrophone, recorded, stopRecording } from './recorder.ts';

/** Wherever in the sample it begins, some sentences are whole. */
const SECONDS = 12;

describe('recording in the window', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let chromium: Awaited<ReturnType<typeof launchWithMicrophone>>;

  beforeAll(async () => {
    chromium = await launchWithMicrophone(decodeFile(sampleFile));
    const { browser } = chromium;
    steno = await openWindow({ browser, permissions: ['microphone'], tasks: ONE_VOICE });
  });
  afterAll(async () => {
    await steno.close();
    await chromium.close();
  });

  test('shows how loud the microphone is, records it with its text, and opens what it became', async () => {
    const { page, dataDir } = steno;
    await page.getByRole('link', { name: 'Record', exact: true }).click();
    const level = page.getByRole('meter', { name: 'Level of the microphone' });
    await until(async () => Number(await level.getAttribute('aria-valuenow')) > 20);
    expect(await violations(page)).toEqual([]);

    await beginRecording(page);
    await recorded(page, SECONDS);
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Mark this moment 1' }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard' });
    await keys.getByText('Mark this moment').waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    // On a busy computer the browser plays the sound with holes, and most sentences become others.
    const soFar = page.getByRole('region', { name: 'Text so far' });
    const whole = sampleTruth().segments.map(({ text }) => text);
    await until(async () => {
      const text = (await soFar.textContent()) ?? '';
      return whole.some((sentence) => text.includes(sentence));
    });
    expect(await violations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: /^Recording/ }).click();
    const id = await stopRecording(page);

    const { duration_seconds, result } = await finished(await connect(dataDir), id);
    expect(duration_seconds).toBeGreaterThanOrEqual(SECONDS);
    expect(whole.filter((sentence) => result?.text.includes(sentence))).not.toEqual([]);
    await page.getByRole('region', { name: 'Transcript' }).waitFor();
    expect(steno.pageErrors).toEqual([]);
  });
});
