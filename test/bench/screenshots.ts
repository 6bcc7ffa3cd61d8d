/**
 * Takes the pictures in docs/screenshots, in both sizes and both looks, of the window as it is after the sample was
 * transcribed: `node test/bench/screenshots.ts`. Look at them afterwards.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openWindow, row, TRANSCRIBED } from '../e2e/open-window.ts';

const FOLDER = join(import.meta.dirname, '../../docs/screenshots');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 800, height: 600 },
];
const SAMPLE = 'Sample recording.mp3';

/** How to come to a screen from the library. */
const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  library: async (page) => {
    await row(page, SAMPLE).waitFor();
  },
  developers: async (page) => {
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
  transcript: (page) => openTranscript(page),
  summary: (page) => openTranscript(page, 'Summary'),
  subtitles: (page) => openTranscript(page, 'Subtitles'),
};

const steno = await openWindow();
try {
  const { page } = steno;
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await row(page, SAMPLE)
    .getByText('Done')
    .waitFor({ state: 'attached', ...TRANSCRIBED });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const [name, open] of Object.entries(SCREENS)) {
        await page.goto(steno.url);
        await open(page);
        await settle(page);
        const file = `${name}-${size.width}x${size.height}-${colorScheme}.png`;
        await page.screenshot({ path: join(FOLDER, file) });
      }
    }
  }
} finally {
  await steno.close();
}

async function openTranscript(page: Page, tab = 'Read'): Promise<void> {
  await row(page, SAMPLE).getByRole('link').click();
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('tabpanel', { name: tab }).waitFor();
  // As if somebody had listened to a third of it.
  const place = page.getByRole('slider', { name: 'Place in the recording' });
  const box = await place.boundingBox();
  await place.click({ position: { x: (box?.width ?? 0) / 3, y: 20 } });
  await page.mouse.move(0, 0);
}

/** Until everything that was asked for is drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(500);
}
