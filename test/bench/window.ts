/**
 * Times the window in Chromium with ten hours of text, and weighs its first screen: `node test/bench/window.ts`. The
 * results go into docs/measurements/window.md.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openDatabase } from '../../src/main/repositories/sqlite-database.ts';
import { structureTranscript } from '../../src/main/structure/structure-transcript.ts';
import { PEAKS_PER_SECOND } from '../../src/shared/transcription/playable-media.ts';
import { buildOnce } from '../e2e/build-window.ts';
import { openWindow, row, sampleFile } from '../e2e/open-window.ts';
import { storeSegments } from '../helpers/corpus/stored-transcripts.ts';
import { longTranscript } from '../helpers/corpus/texts-long.ts';
import { durationOf } from '../helpers/corpus/texts-spoken.ts';
import { closeBrowser } from '../helpers/harness/browser.ts';
import { writeSection } from './page.ts';

const SECTION = '## The window';
const TITLE = 'Ten hours';
const WORDS = 100_000;
const ROUNDS = 7;
const SEGMENTS_A_WINDOW = 100;
const SCROLL_MS = 5000;
/** Pixels a second: more than a person reads, less than a jump. */
const SCROLL_SPEED = 3000;

/** Run in the page: opens the transcript and tells after how long its text is there. */
const SHOW = `new Promise((resolve) => {
    const started = performance.now();
    [...document.querySelectorAll('a')].find((link) => link.textContent === '${TITLE}').click();
    requestAnimationFrame(function look() {
      if (!document.querySelector('[data-segment]')) return requestAnimationFrame(look);
      requestAnimationFrame(() => resolve(performance.now() - started));
    });
  })`;

/** Run in the page: notes for each key how long its picture takes. */
const WATCH_KEYS = `(() => {
    window.keyTimes = [];
    document.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    }, { capture: true });
  })()`;

/** The next sentences, one of them corrected, the speed, who says it, the keys, and the way back. */
const OTHERS = [
  'ArrowDown',
  'ArrowDown',
  'ArrowUp',
  ']',
  '[',
  'e',
  'a',
  'Escape',
  's',
  'Escape',
  '?',
  'Escape',
  '.',
  'Escape',
];

const segments = longTranscript(WORDS);
await buildOnce();
const steno = await openWindow({
  prepare: fill,
  engine: {},
  viewport: { width: 1280, height: 800 },
});
try {
  const opened: Opening[] = [];
  for (let round = 0; round < ROUNDS; round++) opened.push(await open(steno.page));
  const frames = await scroll(steno.page);
  const keys = await write(steno.page);
  const edited: Opening[] = [];
  for (let round = 0; round < ROUNDS; round++) edited.push(await open(steno.page));
  const section = await report({ opened, edited, frames, keys });
  writeSection('window', section);
  process.stdout.write(section);
} finally {
  await steno.close();
  await closeBrowser();
}

/** One finished transcription of ten hours with a recording to play and its waveform. */
async function fill(dataDir: string): Promise<void> {
  const durationMs = durationOf(segments);
  const windows = Array.from({ length: Math.ceil(segments.length / SEGMENTS_A_WINDOW) }, (_, at) =>
    segments.slice(at * SEGMENTS_A_WINDOW, (at + 1) * SEGMENTS_A_WINDOW),
  );
  const structured = JSON.stringify(structureTranscript({ segments, durationMs }));
  const { db, close } = openDatabase(dataDir);
  const facts = { media_type: 'audio/mpeg', duration_ms: durationMs, language: 'en' };
  const id = await storeSegments(db, { title: TITLE, windows, structured, facts });
  await close();
  const folder = join(dataDir, 'recordings', id);
  await mkdir(folder, { recursive: true });
  const peaks = new Uint8Array((durationMs / 1000) * PEAKS_PER_SECOND).map(
    (_, at) => (at * 7) % 256,
  );
  await writeFile(join(folder, 'waveform'), peaks);
  await copyFile(sampleFile, join(folder, 'media'));
}

/** From the press in the library of a page just loaded to the first picture with the text. */
async function open(page: Page): Promise<Opening> {
  await page.goto(steno.url);
  await row(page, TITLE).waitFor();
  // The other pages are fetched after the first; a person is not faster.
  await page.waitForFunction(
    `performance.getEntriesByType('resource').some(({ name }) => /transcript-page.*js$/.test(name))`,
  );
  await page.waitForTimeout(500);
  let wallMs = 0;
  const show = async () => {
    wallMs = await page.evaluate<number>(SHOW);
  };
  return { pageMs: await busy(page, show), wallMs };
}

type Opening = { wallMs: number; pageMs: number };

/** Milliseconds of the processor the page's own thread took for what `work` does, whatever else the machine does. */
async function busy(page: Page, work: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await taken();
  await work();
  return ((await taken()) - before) * 1000;
}

type KeyTimes = Record<'letters' | 'splits' | 'joins' | 'undos' | 'found' | 'others', number[]>;

/** Corrects in the middle of the ten hours: letters, sentences cut and joined, and some of it undone. */
async function write(page: Page): Promise<KeyTimes> {
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
  await page.waitForTimeout(1000);
  await page.evaluate(WATCH_KEYS);
  const press = async (keys: readonly string[]) => {
    await page.evaluate('window.keyTimes = []');
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(120);
    }
    return page.evaluate<number[]>('window.keyTimes');
  };
  const pressTwice = async (before: string, key: string) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await press([before]);
      times.push(...(await press([key])));
    }
    return times;
  };
  const middle = await page.evaluate<number>(
    `[...document.querySelectorAll('[data-segment]')].find((one) => one.getBoundingClientRect().top > 300).dataset.segment * 1`,
  );
  await page.locator(`[data-segment="${middle}"]`).dblclick();
  await page.getByRole('textbox', { name: /^Text at/ }).waitFor();
  const letters = await press([...'corrected while ten hours are open']);
  const splits = await pressTwice('ControlOrMeta+ArrowLeft', 'Enter');
  const joins: number[] = [];
  for (let round = 0; round < ROUNDS; round++) joins.push(...(await press(['Backspace'])));
  await page.keyboard.press('ControlOrMeta+Enter');
  const undos = await press(['ControlOrMeta+z', 'ControlOrMeta+z', 'ControlOrMeta+y']);
  const others = await press(OTHERS);
  const found = await press(['/', ...'garden', 'Enter', 'Enter', 'Shift+Enter', 'Escape']);
  await page.getByText('Saved', { exact: true }).waitFor({ timeout: 240_000 });
  return { letters, splits, joins, undos, found, others };
}

/** How long each picture took while the text was scrolled. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`new Promise((resolve) => {
    const frames = [];
    const started = performance.now();
    let last = started;
    requestAnimationFrame(function next(now) {
      frames.push(now - last);
      scrollBy(0, ((now - last) / 1000) * ${SCROLL_SPEED});
      last = now;
      if (now - started < ${SCROLL_MS}) requestAnimationFrame(next);
      else resolve(frames.slice(1));
    });
  })`);
}

/** What the browser must load before the library shows, compressed. */
async function firstScreen(): Promise<number> {
  const built = join(import.meta.dirname, '../../out/renderer');
  const html = await readFile(join(built, 'index.html'));
  const assets = html.toString().matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g);
  const files = await Promise.all([...assets].map(([, path = '']) => readFile(join(built, path))));
  return [html, ...files].reduce((sum, file) => sum + gzipSync(file).length, 0);
}

type Measured = {
  opened: readonly Opening[];
  edited: readonly Opening[];
  frames: readonly number[];
  keys: KeyTimes;
};

async function report({ opened, edited, frames, keys }: Measured): Promise<string> {
  const date = new Date().toISOString().slice(0, 10);
  const sorted = frames.toSorted((a, b) => a - b);
  const part = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const middle = (values: readonly number[]) =>
    Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
  const all = Object.values(keys).flat();
  const last = (values: readonly number[]) =>
    Math.round(values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0);
  const wall = opened.map(({ wallMs }) => wallMs);
  const others = Math.max(0, (loadavg()[0] ?? 0) - 1).toFixed(0);
  return [
    SECTION,
    '',
    `${date}: ${cpus()[0]?.model.trim()}, ${cpus().length} processors, about ${others} other processes at work, ` +
      `Chromium ${steno.page.context().browser()?.version()} without a graphics card. ` +
      `${WORDS.toLocaleString('en')} words in ${segments.length.toLocaleString('en')} segments.`,
    '',
    '| | measured | aim |',
    '|---|---|---|',
    `| from the library to the text, median of ${opened.length} | ${middle(wall)} ms | 1000 ms |`,
    `| of that, the page's own thread at work | ${middle(opened.map(({ pageMs }) => pageMs))} ms | |`,
    `| the same once it was edited | ${middle(edited.map(({ wallMs }) => wallMs))} ms | 700 ms |`,
    `| of that, the page's own thread at work | ${middle(edited.map(({ pageMs }) => pageMs))} ms | |`,
    `| from a letter to its picture while correcting, median of ${keys.letters.length} | ${middle(keys.letters)} ms | 50 ms |`,
    `| from Enter, which cuts a sentence, median of ${keys.splits.length} | ${middle(keys.splits)} ms | 50 ms |`,
    `| from Backspace, which joins it, median of ${keys.joins.length} | ${middle(keys.joins)} ms | 50 ms |`,
    `| from undo and redo, median of ${keys.undos.length} | ${middle(keys.undos)} ms | |`,
    `| from a key of finding, of ten hours, median of ${keys.found.length} | ${middle(keys.found)} ms | 50 ms |`,
    `| from other keys of the page, median of ${keys.others.length} | ${middle(keys.others)} ms | 50 ms |`,
    `| 99 of 100 of all ${all.length} keys within | ${last(all)} ms | |`,
    `| pictures while scrolling, ${SCROLL_SPEED} pixels a second, median | ${part(0.5)} ms | 16.7 ms |`,
    `| 95 of 100 of them within | ${part(0.95)} ms | |`,
    `| first screen, compressed | ${Math.round((await firstScreen()) / 1000)} kB | 350 kB |`,
    '',
    `Every opening: ${wall.map(Math.round).join(', ')} ms.`,
    '',
    'Made by `node test/bench/window.ts`.',
    '',
  ].join('\n');
}
