import { expect, test } from 'vitest';
import { decodeFile } from '../helpers/corpus/audio.ts';
import { sampleFile } from '../helpers/corpus/recordings.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { openWindow, TRANSCRIBED } from './open-window.ts';
import { beginRecording, launchWithMicrophone } from './recorder.ts';

test(
  'somebody with a link reads along without signing in, and is told when it opens nothing any more',
  TRANSCRIBED,
  async () => {
    const chromium = await launchWithMicrophone(decodeFile(sampleFile));
    const { browser } = chromium;
    const steno = await openWindow({ browser, permissions: ['microphone'], tasks: ONE_VOICE });
    const { page } = steno;
    await page.goto(`${steno.url}/record`);
    await beginRecording(page);
    await page.getByRole('button', { name: 'Share captions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Captions by a link' });
    const link = (await dialog.locator('pre').textContent()) ?? '';
    expect(link).toMatch(new RegExp(`^${steno.url}/captions/\\w{22}$`));
    await dialog.getByText('on this computer only').waitFor();
    expect(await violations(page)).toEqual([]);

    const stranger = await browser.newContext({ viewport: { width: 900, height: 500 } });
    const reader = await stranger.newPage();
    const asked: string[] = [];
    reader.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await reader.goto(link);
    await reader.locator('p[lang]').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await reader.emulateMedia({ colorScheme });
      expect(await violations(reader)).toEqual([]);
    }
    await reader.locator('p[lang].text-3xl').waitFor();
    await reader.keyboard.press('Tab');
    await reader.getByRole('button', { name: 'Larger letters' }).focus();
    await reader.keyboard.press('Enter');
    await reader.locator('p[lang].text-5xl').waitFor();
    expect(
      asked.filter((path) => path.startsWith('/v1/') && !path.startsWith('/v1/captions/')),
    ).toEqual([]);

    await stranger.setOffline(true);
    await steno.stopService();
    await reader.getByText('The connection was lost').waitFor();
    await stranger.setOffline(false);
    await steno.startService();
    await reader.getByText('This link opens nothing').waitFor();

    await dialog.getByRole('button', { name: 'Close' }).click();
    await stranger.close();
    await steno.close();
    await chromium.close();
  },
);
