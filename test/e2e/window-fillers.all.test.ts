/** Leaving out "um" and the like in what is read, copied and exported. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortBytes } from '../helpers/corpus/recordings.ts';
import { ONE_VOICE } from '../helpers/harness/one-voice.ts';
import { openWindow, type StenoWindow } from './open-window.ts';
import { quick } from './window-engines.ts';

const SRT = `1
00:00:00,200 --> 00:00:01,500
Um, we met, uh, the others.

2
00:00:01,500 --> 00:00:04,000
It was like um late.
`;
let steno: StenoWindow;

beforeAll(async () => {
  steno = await openWindow({ engine: await quick(), tasks: ONE_VOICE });
});
afterAll(() => steno.close());

test('what is read and exported is without them, what is stored is not', async () => {
  const { page } = steno;
  await page.locator('input[type=file][multiple]').setInputFiles([
    { name: 'met.mp3', mimeType: 'audio/mpeg', buffer: shortBytes() },
    { name: 'met.srt', mimeType: '', buffer: Buffer.from(SRT) },
  ]);
  await page.getByRole('link', { name: 'met', exact: true }).first().click();
  const text = page.getByRole('region', { name: 'Transcript', exact: true });
  const first = text.locator('[data-segment="0"]');
  await first.getByText('Um, we met, uh, the others.').waitFor();
  const leaveOut = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page
      .getByRole('menuitemcheckbox', { name: 'Clean, without fillers such as “um”' })
      .click();
    await page.keyboard.press('Escape');
  };
  await leaveOut();
  await expect.poll(() => first.innerText()).toBe('We met, the others.');
  expect(await first.textContent()).toHaveLength('Um, we met, uh, the others.'.length);

  // A press on a word goes to that word, also behind what is left out.
  await page.reload();
  await expect.poll(() => first.innerText()).toBe('We met, the others.');
  await page.getByRole('button', { name: 'Export…' }).click();
  const shown = page.getByRole('combobox', { name: 'Wording' });
  expect(await shown.innerText()).toContain('Clean');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const file = await readFile((await (await download).path()) ?? '', 'utf8');
  expect(file).toContain('We met, the others. It was like late.');

  // A user who writes or looks for something sees all of it.
  await page.getByRole('button', { name: 'Find and replace' }).click();
  await expect.poll(() => first.innerText()).toBe('Um, we met, uh, the others.');
  await page.keyboard.press('Escape');
  await first.dblclick();
  await expect.poll(() => first.innerText()).toBe('Um, we met, uh, the others.');
  await page.keyboard.press('Escape');
  await leaveOut();
  await expect.poll(() => first.innerText()).toBe('Um, we met, uh, the others.');
  expect(steno.pageErrors).toEqual([]);
});
