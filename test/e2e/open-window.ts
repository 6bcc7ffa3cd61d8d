/** The real service with the real engine on a data folder of its own, and its window in a real browser. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Config } from '../../src/main/core/config.ts';
import { startTestApp, type TestApp, type TestTasks } from '../helpers/harness/app.ts';
import { openContext } from '../helpers/harness/browser.ts';
import { PATIENCE_MS } from '../helpers/harness/patience.ts';
import { until } from '../helpers/harness/until.ts';
import { unmeasured } from './window-engines.ts';

const root = join(import.meta.dirname, '../..');
export const sampleFile = join(root, 'resources/samples/sample.mp3');

/** How long the sample may take on a slow machine before a test gives up on it. */
export const TRANSCRIBED = { timeout: PATIENCE_MS };

export type StenoWindow = Awaited<ReturnType<typeof openWindow>>;

type OpenWindowOptions = BrowserContextOptions & {
  /** Fills the data folder before the service starts. */
  prepare?: (dataDir: string) => Promise<void>;
  /** What the service computes with; `{}` is as users have it, and measures this machine. */
  engine?: Partial<Config>;
  tasks?: TestTasks;
  /** One of the test's own. */
  browser?: Browser;
};

/** Starts everything and signs in by the link that `steno serve` prints; that runs in this process, which spares one. */
export async function openWindow({
  prepare,
  engine,
  tasks = {},
  browser,
  permissions = [],
  ...options
}: OpenWindowOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'steno-e2e-'));
  await prepare?.(dataDir);
  const computing = engine ?? (await unmeasured());
  const parts = { tasks, remembers: engine === undefined };
  let service = await startTestApp({ dataDir, ...computing }, parts);
  const context = await openContext(
    { ...options, permissions: ['clipboard-read', 'clipboard-write', ...permissions] },
    browser,
  );
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error')
      pageErrors.push(`${message.text()} (${message.location().url})`);
  });
  await signIn(page, service);

  return {
    page,
    context,
    dataDir,
    url: service.url,
    /** What went wrong inside the page, such as a script the security policy refused. */
    pageErrors,
    stopService: () => service.stop(),
    /** Starts the service again, at the same address. */
    async startService() {
      service = await startTestApp({ dataDir, port: service.port, ...computing }, parts);
    },
    async close() {
      await context.close();
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** By the link that the service prints; done when the library is there. */
export async function signIn(page: Page, { url, signInUrl }: Pick<TestApp, 'url' | 'signInUrl'>) {
  await page.goto(signInUrl);
  await page.waitForURL(`${url}/`);
}

/** Has the sample transcribed from the empty library, as impatient people do; its transcript opens by itself. */
export async function trySample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the sample' }).dblclick();
  await page.getByRole('region', { name: 'Transcript' }).waitFor(TRANSCRIBED);
}

/** Where it is in the library already: see sample-library.ts. */
export async function openSample(page: Page): Promise<void> {
  await row(page, 'Sample recording').getByRole('link').click();
  await page.getByRole('region', { name: 'Transcript' }).waitFor();
}

/** The recording's row in the library. */
export function row(page: Page, title: string) {
  return page
    .getByRole('region', { name: 'Recordings' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('link', { name: title, exact: true }),
    });
}

/** Chooses one option of a select, by its text. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name: option, exact: true }).click();
}

/** Only after a pause does a choice take the next letter for a new word. */
const NEXT_WORD_MS = 800;

/** Types into a closed choice until it shows this option: it hears nothing in the first moment of its focus. */
export async function chooseByTyping(select: Locator, option: string): Promise<void> {
  const { keyboard } = select.page();
  await until(async () => {
    await keyboard.type(option);
    if ((await select.textContent()) === option) return true;
    await pause(NEXT_WORD_MS);
    return (await select.textContent()) === option;
  });
}

export async function pasteLinks(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Paste a link to a recording' }).fill(text);
  await page.getByRole('button', { name: /^Transcribe/ }).click();
}

/** Changes a setting: it is shown at once, and the service knows it after this. */
export async function saveSetting(page: Page, change: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await change();
  await saved;
}

/** Closes the message that something went wrong, whatever other messages are open. */
export const closeError = (page: Page): Promise<void> =>
  page
    .getByRole('group', { name: 'Something went wrong' })
    .getByLabel('Close this message')
    .click();
