import { expect, test } from 'vitest';
import { decodeFile } from '../helpers/corpus/audio.ts';
import { sampleFile } from '../helpers/corpus/recordings.ts';
import { connect } from '../helpers/harness/app.ts';
import { violations } from '../helpers/harness/axe.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { openWindow, TRANSCRIBED } from './open-window.ts';
import { beginRecording, launchWithMicrophone } from './recorder.ts';

/** A window that records the sample. */
async function openRecording() {
  const chromium = await launchWithMicrophone(decodeFile(sampleFile));
  const { browser } = chromium;
  const steno = await openWindow({ browser, permissions: ['microphone'], tasks: ONE_VOICE });
  await steno.page.goto(`${steno.url}/record`);
  await beginRecording(steno.page);
  const close = async () => {
    await steno.close();
    await chromium.close();
  };
  return { browser, steno, close };
}

test(
  'somebody with a link reads along without signing in, and is told when it opens nothing any more',
  TRANSCRIBED,
  async () => {
    const { browser, steno, close } = await openRecording();
    const { page } = steno;
    let shares = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/captions')) shares += 1;
    });
    await page.getByRole('button', { name: 'Share captions' }).dblclick();
    const dialog = page.getByRole('dialog', { name: 'Captions by a link' });
    const link = (await dialog.locator('pre').textContent()) ?? '';
    expect(link).toMatch(new RegExp(`^${steno.url}/captions/\\w{22}$`));
    await dialog.getByText('on this computer only').waitFor();
    expect(shares).toBe(1);
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
    await reader.locator('.text-3xl p[lang]').waitFor();
    await reader.keyboard.press('Tab');
    await reader.getByRole('button', { name: 'Larger letters' }).focus();
    await reader.keyboard.press('Enter');
    await reader.locator('.text-5xl p[lang]').waitFor();
    expect(
      asked.filter((path) => path.startsWith('/v1/') && !path.startsWith('/v1/captions/')),
    ).toEqual([]);

    await stranger.setOffline(true);
    await steno.stopService();
    await reader.getByText('The connection was lost').waitFor();
    await stranger.setOffline(false);
    await steno.startService();
    await reader.getByText('This link opens nothing').waitFor();

    // Who shares them is told, and makes another; that one stays the same while other pages are shown.
    await dialog.getByRole('button', { name: 'Close' }).click();
    const toast = page.getByText('The link to the captions no longer works');
    await toast.waitFor();
    const shared = async () => {
      await page.getByRole('button', { name: 'Share captions' }).click();
      const shown = await dialog.locator('pre').textContent();
      await page.keyboard.press('Escape');
      return shown;
    };
    const fresh = (await shared()) ?? '';
    expect(fresh).not.toBe(link);
    await toast.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Library' }).first().click();
    await page.getByRole('link', { name: /^Recording: / }).click();
    expect(await shared()).toBe(fresh);
    await reader.goto(fresh);
    await reader.getByText('Listening…').or(reader.locator('p[lang]')).waitFor();
    await stranger.close();
    await close();
  },
);

/** What a service answers whose computer is in three networks. */
const SEVERAL = {
  urls: ['192.168.1.20', '10.0.0.4', '[2001:db8::5]'].map(
    (at) => `http://${at}:4717/captions/secret`,
  ),
  on_network: true,
  expires_at: '2026-11-27T12:00:00.000Z',
};

/** How many there is room for. */
const LINES = `(() => {
  const box = document.querySelector('p[lang]').parentElement;
  const text = box.firstElementChild;
  return Math.min(box.clientHeight, text.clientHeight) / parseFloat(getComputedStyle(box).lineHeight);
})()`;

test(
  'the window of captions follows the recording it was opened for, says how that stands, and keeps its letters',
  TRANSCRIBED,
  async () => {
    const { steno, close } = await openRecording();
    const { page } = steno;
    await page.route('**/v1/recordings/*/captions', (route) => route.fulfill({ json: SEVERAL }));
    await page.getByRole('button', { name: 'Share captions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Captions by a link' });
    expect(await dialog.locator('pre').textContent()).toBe(SEVERAL.urls[0]);
    const others = dialog.getByRole('list', { name: /other addresses/ }).getByRole('listitem');
    expect(await others.locator('code').allTextContents()).toEqual(SEVERAL.urls.slice(1));
    await others.last().getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(SEVERAL.urls.at(-1));
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Captions', exact: true }).click();
    const captions = await opened;
    await captions.setViewportSize({ width: 900, height: 240 });
    await captions.locator('p[lang]').waitFor();
    // No line is cut through, whatever the size of the letters and the window.
    const larger = captions.getByRole('button', { name: 'Larger letters' });
    for (const height of [240, 307]) {
      await captions.setViewportSize({ width: 320, height });
      await larger.focus();
      await captions.keyboard.press('Enter');
      const lines = await captions.evaluate<number>(LINES);
      expect(lines).toBeGreaterThan(0);
      expect(Math.abs(lines - Math.round(lines))).toBeLessThan(0.05);
    }
    // At the largest the button keeps the focus.
    await captions.keyboard.press('Enter');
    await captions.locator('.text-7xl').waitFor();
    await captions.locator('[aria-label="Larger letters"]:focus').waitFor();
    expect(await violations(captions)).toEqual([]);

    const client = await connect(steno.dataDir);
    const other = await client.openRecording({ live: false, title: 'Other' });
    const said = () => captions.locator('p[lang]').textContent();
    const before = await said();
    await page.getByRole('button', { name: 'Pause' }).click();
    await captions.getByText('The recording is paused.').waitFor();
    expect(before).not.toBe('');
    await client.discardRecording(other.id);
    const recorder = page.getByRole('region', { name: 'Recording', exact: true });
    await recorder.getByRole('button', { name: 'Stop' }).click();
    await captions.getByText('The recording has ended.').waitFor();
    expect(await said()).not.toBe('');
    await page.waitForURL(/\/t\/trs_/);
    await captions.reload();
    await captions.locator('.text-7xl').getByText('Nothing is being recorded.').waitFor();
    await close();
  },
);
