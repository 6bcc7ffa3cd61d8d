/** `node test/screenshots.ts`: makes the pictures of docs/screenshots anew, of the real window with the sample in it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openWindow, pasteLinks, row, TRANSCRIBED } from './e2e/open-window.ts';
import { startOrigin } from './helpers/http-origin.ts';

const folder = join(import.meta.dirname, '../docs/screenshots');
const LARGE = { width: 1280, height: 800 };
const SIZES = [LARGE, { width: 800, height: 600 }];

/** One recording is missing, the others never stop coming. */
const origin = await startOrigin((request, response) => {
  if (request.url?.includes('missing')) response.writeHead(404).end();
  else
    response
      .writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 9_000_000 })
      .write('ID3');
});
const steno = await openWindow({ viewport: LARGE, reducedMotion: 'reduce' });
const { page } = steno;

try {
  await mkdir(folder, { recursive: true });
  await page.getByRole('button', { name: 'Try the sample' }).click();
  const sample = row(page, 'Sample recording.mp3');
  await sample.getByText('Done').waitFor({ state: 'attached', ...TRANSCRIBED });
  const links = ['missing-lecture.mp3', 'Kitchen%20talk.mp3'].map(
    (name) => `${origin.url}/${name}`,
  );
  await pasteLinks(page, links.join('\n'));
  await row(page, 'missing-lecture.mp3').getByText('Failed').waitFor({ state: 'attached' });
  await row(page, 'Kitchen talk.mp3').getByText('Getting the recording').first().waitFor();
  await picture('library');

  await sample.getByRole('link').click();
  await page.getByRole('region', { name: 'Transcript' }).waitFor();
  // As if somebody had listened to a third of it.
  const place = page.getByRole('slider', { name: 'Place in the recording' });
  await place.click({ position: { x: 200, y: 20 } });
  await page.mouse.move(0, 0);
  await picture('transcript');
  for (const name of ['Summary', 'Subtitles']) {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tabpanel', { name }).waitFor();
    await picture(name.toLowerCase());
  }

  for (const name of ['Developers', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (name === 'Settings') await page.getByRole('link', { name: 'Models', exact: true }).click();
    await picture(name.toLowerCase());
  }
} finally {
  await steno.close();
  await origin.close();
}

/** Of what the window shows now: in both sizes, light and dark. */
async function picture(name: string): Promise<void> {
  for (const size of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      const file = `${name}-${size.width}x${size.height}-${colorScheme}.png`;
      await page.screenshot({ path: join(folder, file) });
    }
  }
  await page.setViewportSize(LARGE);
}
