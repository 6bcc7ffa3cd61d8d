/** Chromium with a microphone that hears a file, from its beginning and again and again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { RECORDED_RATE } from '../../src/shared/sound-pieces.ts';
import type { Transcription } from '../../src/shared/transcription/transcription.ts';
import { decodeFile, wavFile } from '../helpers/corpus/audio.ts';
import { launchBrowser } from '../helpers/harness/browser.ts';
import { until } from '../helpers/harness/until.ts';

/** What Chromium is told besides; it may be started with it as often as wanted. */
export async function makeMicrophone(samples: Int16Array) {
  const folder = await mkdtemp(join(tmpdir(), 'steno-microphone-'));
  const file = join(folder, 'said.wav');
  await writeFile(file, wavFile(samples));
  return {
    switches: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      // As what the computer plays, a page may have itself.
      '--auto-accept-this-tab-capture',
      `--use-file-for-fake-audio-capture=${file}`,
    ],
    remove: () => rm(folder, { recursive: true }),
  };
}

export async function launchWithMicrophone(samples: Int16Array) {
  const microphone = await makeMicrophone(samples);
  const browser = await launchBrowser(microphone.switches);
  return {
    browser,
    async close(): Promise<void> {
      await browser.close();
      await microphone.remove();
    },
  };
}

/** From its page, as soon as the microphone is there. */
export async function beginRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('heading', { name: 'Recording' }).waitFor();
}

/** What the clock of the recorder says. */
export async function secondsRecorded(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: 'Recording' }).textContent();
  const [, minutes, seconds] = /^(\d+):(\d\d)/.exec(text ?? '') ?? [];
  return 60 * Number(minutes) + Number(seconds);
}

export const recorded = (page: Page, seconds: number) =>
  until(async () => (await secondsRecorded(page)) >= seconds);

/** Stops it; resolves to the transcription that it became. */
export async function stopRecording(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.waitForURL(/\/t\/trs_/);
  return new URL(page.url()).pathname.slice('/t/'.length);
}

const BLOCK_FRAMES = RECORDED_RATE / 100;

/** How much of a recording is not silence, which stands for what is missing where the microphone hears noise. */
export function secondsHeard(dataDir: string, { source }: Pick<Transcription, 'source'>): number {
  const samples = decodeFile(join(dataDir, 'files', source.url.replace(/.*\//, '')));
  let heard = 0;
  for (let at = 0; at < samples.length; at += BLOCK_FRAMES) {
    const block = samples.subarray(at, at + BLOCK_FRAMES);
    if (block.some((sample) => sample !== 0)) heard += block.length;
  }
  return heard / RECORDED_RATE;
}
