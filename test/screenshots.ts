/**
 * `node test/screenshots.ts`: makes the pictures of docs/screenshots again, of the real window with the sample in it.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildOnce } from './e2e/build-window.ts';
import { openWindow, pasteLinks, row, sampleFile, trySample } from './e2e/open-window.ts';
import { beginRecording, launchWithMicrophone } from './e2e/recorder.ts';
import { decodeFile } from './helpers/corpus/audio.ts';
import { closeBrowser, openContext } from './helpers/harness/browser.ts';
import { runSql } from './helpers/harness/test-database.ts';
import { startOrigin } from './helpers/servers/http-origin.ts';

const folder = join(import.meta.dirname, '../docs/screenshots');
const LARGE = { width: 1280, height: 800 };
const SIZES = [LARGE, { width: 800, height: 600 }];

/** Whether nothing the page asked for is missing: half a second has gone by since the last answer. */
const SETTLED = `(() => {
  const ends = performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd);
  return performance.now() - Math.max(0, ...ends) > 500 && !document.body.innerText.includes('Loading…');
})()`;

/** One recording is missing, the others never stop coming. */
const origin = await startOrigin((request, response) => {
  if (request.url?.includes('missing')) response.writeHead(404).end();
  else
    response
      .writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 9_000_000 })
      .write('ID3');
});
await buildOnce();
const steno = await openWindow({ engine: {}, viewport: LARGE, reducedMotion: 'reduce' });
const { page } = steno;
// The tests' own key is not what a new user sees.
for (const table of ['ledger', 'api_keys']) await runSql(steno.dataDir, `DELETE FROM ${table}`);
const sample = row(page, 'Sample recording');

try {
  await mkdir(folder, { recursive: true });
  await page.getByRole('button', { name: /^Download/ }).waitFor();
  await picture('first-run');
  await takeLibrary();
  await takeTranscript();
  await page.getByRole('link', { name: 'Developers', exact: true }).click();
  await page.getByText('There are no keys yet.').waitFor();
  await picture('developers');
  await takeSettings();
  await takeRecorder();
} finally {
  await steno.close();
  await closeBrowser();
  await origin.close();
}

/** A finished recording, one that failed and one on its way. */
async function takeLibrary(): Promise<void> {
  await trySample(page);
  await page.getByRole('link', { name: 'Library' }).first().click();
  const links = ['missing-lecture.mp3', 'Kitchen%20talk.mp3'].map(
    (name) => `${origin.url}/${name}`,
  );
  await pasteLinks(page, links.join('\n'));
  await row(page, 'missing-lecture').getByText('Failed').waitFor({ state: 'attached' });
  await row(page, 'Kitchen talk').getByText('Fetching the recording').first().waitFor();
  await picture('library');
}

async function takeTranscript(): Promise<void> {
  const { keyboard } = page;
  await sample.getByRole('link').click();
  await page.getByRole('region', { name: 'Transcript' }).waitFor();
  await page.getByRole('button', { name: 'Speaker 1' }).first().click();
  await keyboard.type('Anna');
  await keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Anna' }).first().waitFor();
  await page.getByRole('button', { name: 'Close the hints' }).click();
  // As if someone had listened to a third of it.
  const place = page.getByRole('slider', { name: 'Position in the recording' });
  await place.click({ position: { x: 185, y: 20 } });
  await page.mouse.move(0, 0);
  await picture('transcript');

  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('dialog').waitFor();
  await picture('export');
  await keyboard.press('Escape');
  for (const name of ['Summary', 'Terms', 'Speakers', 'Subtitles']) {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tabpanel', { name }).waitFor();
    await picture(name.toLowerCase());
  }
}

async function takeSettings(): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
  const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  for (const section of await sections.all()) {
    await section.click();
    await page
      .getByRole('heading', { level: 1, name: (await section.textContent()) ?? '' })
      .waitFor();
    // What a section shows is asked for when it opens, and is there when nothing is asked any more.
    while (!(await page.evaluate<boolean>(SETTLED))) await page.waitForTimeout(100);
    await picture((await section.getAttribute('href'))?.slice(1).replace('/', '-') ?? '');
  }
}

/** Of a recorder that hears the sample. */
async function takeRecorder(): Promise<void> {
  const { browser, close } = await launchWithMicrophone(decodeFile(sampleFile));
  const context = await openContext({ viewport: LARGE, permissions: ['microphone'] }, browser);
  await context.addCookies(await steno.context.cookies());
  const recorder = await context.newPage();
  await recorder.goto(`${steno.url}/record`);
  await recorder.locator('[role="meter"]:not([aria-valuenow="0"])').waitFor();
  await picture('record', recorder);
  await beginRecording(recorder);
  await recorder.getByText('0:20').waitFor();
  await picture('recording', recorder);
  await close();
}

/** Of what the window shows now: in both sizes, light and dark. */
async function picture(name: string, of = page): Promise<void> {
  for (const size of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await of.setViewportSize(size);
      await of.emulateMedia({ colorScheme });
      const file = `${name}-${size.width}x${size.height}-${colorScheme}.png`;
      await of.screenshot({ path: join(folder, file) });
    }
  }
  await of.setViewportSize(LARGE);
}
