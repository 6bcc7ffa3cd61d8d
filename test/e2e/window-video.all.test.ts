import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { openWindow, row, type StenoWindow, sampleFile, TRANSCRIBED } from './open-window.ts';
import { quick } from './window-engines.ts';

describe('a recording with a picture', TRANSCRIBED, () => {
  let steno: StenoWindow;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steno-video-'));
    const file = join(folder, 'talk.webm');
    const picture = ['-f', 'lavfi', '-i', 'color=c=navy:s=320x180:r=5', '-t', '8'];
    const sound = ['-i', sampleFile, '-c:v', 'libvpx', '-threads', '1', '-c:a', 'libopus'];
    execFileSync('ffmpeg', [
      '-v',
      'error',
      ...sound.slice(0, 2),
      ...picture,
      ...sound.slice(2),
      file,
    ]);
    steno = await openWindow({
      engine: await quick(),
      tasks: ONE_VOICE,
      viewport: { width: 1280, height: 800 },
    });
    await steno.page.locator('input[type=file][multiple]').setInputFiles(file);
    await row(steno.page, 'talk')
      .getByText('Done')
      .waitFor({ state: 'attached', ...TRANSCRIBED });
    await row(steno.page, 'talk').getByRole('link').click();
  });
  afterAll(async () => {
    await steno.close();
    await rm(folder, { recursive: true });
  });

  test('shows it beside the text', async () => {
    const { page } = steno;
    await page.locator('video').waitFor();
    await expect
      .poll(() => page.evaluate('document.querySelector("video").videoWidth'), TRANSCRIBED)
      .toBe(320);
  });

  test('is no wider than the window of a phone', async () => {
    const { page } = steno;
    await page.setViewportSize({ width: 360, height: 800 });
    const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(() => page.evaluate<number>(excess)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('shows the subtitles over it, with how fast each must be read', async () => {
    const { page } = steno;
    await page.getByRole('tab', { name: 'Subtitles' }).click();
    const cue = page.getByRole('tabpanel', { name: 'Subtitles' }).getByRole('button').first();
    expect(await cue.innerText()).toMatch(/\d+ char\/s/);
    await cue.click();
    const shown = async () =>
      (await page.locator('video + p').innerText()).trim().replaceAll(/\s+/g, ' ');
    await expect.poll(shown).not.toBe('');
    expect((await cue.innerText()).replaceAll(/\s+/g, ' ')).toContain(await shown());
  });

  test('says under the text what of it is speech', async () => {
    const { page } = steno;
    await page.getByRole('tab', { name: 'Read' }).click();
    await page.getByText(/of speech/).waitFor();
    expect(steno.pageErrors).toEqual([]);
  });
});
