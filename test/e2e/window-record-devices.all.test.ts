import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/shared/client.ts';
import { soundSoFar } from '../helpers/corpus/pieces.ts';
import { connect, finished } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { launchBrowser } from '../helpers/harness/browser.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { until } from '../helpers/harness/until.ts';
import {
  endsInTone,
  noSoundServer,
  type SoundServer,
  startSoundServer,
} from '../helpers/servers/sound-server.ts';
import { openWindow, type StenoWindow, TRANSCRIBED } from './open-window.ts';
import { beginRecording, stopRecording } from './recorder.ts';
import { quick } from './window-engines.ts';

const [BUILT_IN, HEADSET] = [440, 1320];

describe.skipIf(noSoundServer !== null)('microphones that come and go', TRANSCRIBED, () => {
  let sound: SoundServer;
  let browser: Browser;
  let steno: StenoWindow;
  let client: Client;
  let unplug: () => Promise<string>;

  beforeEach(async () => {
    sound = await startSoundServer();
    await sound.addOutput('speakers', 880);
    unplug = await sound.addMicrophone('built-in', BUILT_IN);
    await sound.pactl('set-default-source', 'built-in');
    browser = await launchBrowser(['--use-fake-ui-for-media-stream'], sound.env);
    const engine = await quick();
    steno = await openWindow({ browser, permissions: ['microphone'], engine, tasks: ONE_VOICE });
    client = await connect(steno.dataDir);
    await steno.page.goto(`${steno.url}/record`);
    await beginRecording(steno.page);
    await hears(BUILT_IN);
  });
  afterEach(async () => {
    await steno.close();
    await browser.close();
    await sound.stop();
  });

  const hears = (hertz: number) =>
    until(async () => {
      const [made] = (await client.listRecordings()).data;
      const [track] = made ? await soundSoFar(steno.dataDir, made) : [];
      return endsInTone(track, hertz);
    });

  test('the one that the system uses from now on is recorded', async () => {
    await sound.addMicrophone('headset', HEADSET);
    await sound.pactl('set-default-source', 'headset');
    await hears(HEADSET);
    const made = await finished(client, await stopRecording(steno.page));
    expect(made.warnings.map(({ code }) => code)).not.toContain('recording_gaps');
  });

  test('one that is pulled out leaves a gap that is said, until there is another', async () => {
    const { page } = steno;
    await unplug();
    await page.getByRole('alert').getByText('The microphone is gone').waitFor();
    await page.getByRole('status').getByText('Waiting for sound').waitFor();
    const level = page.getByRole('meter', { name: 'Level of the microphone' });
    await until(async () => (await level.getAttribute('aria-valuenow')) === '0');
    expect(await violations(page)).toEqual([]);
    // The sign on other pages says no more than is true.
    await page.getByRole('link', { name: 'Library' }).first().click();
    await page.getByRole('link', { name: /^Recording, waiting for sound: / }).click();
    await page.getByRole('heading', { name: 'Recording' }).waitFor();
    await sound.addMicrophone('headset', HEADSET);
    await hears(HEADSET);
    await page.getByRole('status').getByText('Recording', { exact: true }).waitFor();
    await page.getByText('could not be recorded').waitFor();
    const made = await finished(client, await stopRecording(page));
    expect(made.warnings.map(({ code }) => code)).toContain('recording_gaps');
  });
});
