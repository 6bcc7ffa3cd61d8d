/**
 * Times the library with 10,000 recordings in Chromium: `node test/bench/library.ts`. The results go into
 * docs/measurements/window.md.
 */
import { cpus, loadavg } from 'node:os';
import { median } from '../../src/main/engine/bench.ts';
import { buildOnce } from '../e2e/build-window.ts';
import { choose, openWindow, pasteLinks, row } from '../e2e/open-window.ts';
import { fillLibrary } from '../helpers/corpus/large-library.ts';
import { closeBrowser } from '../helpers/harness/browser.ts';
import { startOrigin } from '../helpers/servers/http-origin.ts';
import { writeSection } from './page.ts';

const COUNT = 10_000;
const ROUNDS = 15;
const KEYS = ['ArrowDown', 'PageDown', 'End', 'Home', 'ArrowUp'];

/** A recording that comes slowly, so that its progress is shown all the time. */
const origin = await startOrigin((_, response) => {
  response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 9_000_000 });
  const drip = setInterval(() => response.write(Buffer.alloc(30_000)), 100);
  response.on('close', () => clearInterval(drip));
});
await buildOnce();
const steno = await openWindow({
  engine: {},
  prepare: (dataDir) => fillLibrary(dataDir, COUNT),
  viewport: { width: 1280, height: 800 },
});
const { page } = steno;

try {
  const paints: number[] = [];
  for (let round = 0; round < ROUNDS; round++) paints.push(await firstPaint());
  await page.evaluate(observe());
  await pasteLinks(page, `${origin.url}/talk.mp3`);
  await row(page, 'talk').getByText('Fetching the recording').first().waitFor();
  await row(page, `Recording ${COUNT}`).getByRole('link').focus();
  for (let round = 0; round < ROUNDS; round++) {
    for (const key of KEYS) {
      await page.keyboard.press(key);
      await page.waitForTimeout(100);
    }
  }
  await page.getByRole('searchbox').pressSequentially('recording 77', { delay: 100 });
  await page.getByRole('searchbox').press('Escape');
  await choose(page.getByLabel('Order'), 'Oldest first');
  await row(page, 'Recording 1').waitFor();
  const seen = await page.evaluate<{ events: number[]; shift: number }>('window.seen');
  const section = report(paints, seen);
  writeSection('window', section);
  process.stdout.write(section);
} finally {
  await steno.close();
  await closeBrowser();
  await origin.close();
}

/** Milliseconds from the request for the page to its first picture. */
async function firstPaint(): Promise<number> {
  await page.goto(steno.url);
  await row(page, `Recording ${COUNT}`).waitFor();
  return page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
  );
}

/** Notes how long the page takes for each key and click up to the next picture, and what jumps by itself. */
function observe(): string {
  return `window.seen = { events: [], shift: 0 };
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) if (one.interactionId) window.seen.events.push(one.duration);
    }).observe({ type: 'event', durationThreshold: 16 });
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) if (!one.hadRecentInput) window.seen.shift += one.value;
    }).observe({ type: 'layout-shift' });`;
}

function report(paints: readonly number[], { events, shift }: { events: number[]; shift: number }) {
  const sorted = events.toSorted((a, b) => a - b);
  const part = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  const others = Math.max(0, (loadavg()[0] ?? 0) - 1).toFixed(0);
  return [
    '## The library',
    '',
    `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, about ` +
      `${others} other processes at work, ${COUNT.toLocaleString('en')} recordings, one of them arriving. ` +
      'Chromium tells interactions of 16 ms and more, in steps of 8.',
    '',
    '| | measured | aim |',
    '|---|---|---|',
    `| first picture of the page, median of ${paints.length} | ${Math.round(median([...paints]))} ms | 500 ms |`,
    `| from a key to its picture, median of ${events.length} | ${part(0.5)} ms | 100 ms |`,
    `| 98 of 100 of them within | ${part(0.98)} ms | |`,
    `| layout shift while progress is shown | ${shift.toFixed(3)} | 0 |`,
    '',
    'Made by `node test/bench/library.ts`.',
    '',
  ].join('\n');
}
