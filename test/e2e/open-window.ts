/** The real service with the real engine in a data folder of its own, and its window in a real browser. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openContext } from '../helpers/harness/browser.ts';
import { stenoProgram } from '../helpers/harness/service-process.ts';
import { PATIENCE_MS } from '../helpers/harness/until.ts';

const root = join(import.meta.dirname, '../..');
export const sampleFile = join(root, 'resources/samples/sample.mp3');

/** How long the sample may take on a slow machine before a test gives up on it. */
export const TRANSCRIBED = { timeout: PATIENCE_MS };

export type StenoWindow = Awaited<ReturnType<typeof openWindow>>;

type OpenWindowOptions = BrowserContextOptions & {
  /** Fills the data folder before the service starts. */
  prepare?: (dataDir: string) => Promise<void>;
};

/** Starts everything and signs in by the link that `steno serve` prints. */
export async function openWindow({ prepare, ...options }: OpenWindowOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'steno-e2e-'));
  await prepare?.(dataDir);
  let service = await startService(dataDir, 0);
  const context = await openContext({
    ...options,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
  await page.goto(service.signIn);
  await page.waitForURL(`${service.url}/`);

  return {
    page,
    context,
    url: service.url,
    /** What went wrong inside the page, such as a script the security policy refused. */
    pageErrors,
    stopService: () => service.stop(),
    /** Starts the service again, at the same address. */
    async startService() {
      service = await startService(dataDir, Number(new URL(service.url).port));
    },
    async close() {
      await context.close();
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Has the sample transcribed from the empty library; its transcript opens by itself. */
export async function trySample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the sample' }).click();
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

export async function pasteLinks(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Paste a link to a recording' }).fill(text);
  await page.getByRole('button', { name: /^Transcribe/ }).click();
}

async function startService(dataDir: string, port: number) {
  const cli = await stenoProgram();
  const child = spawn(process.execPath, [cli, 'serve', '--data', dataDir, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, sign_in: signIn } = JSON.parse(line) as { url: string; sign_in: string };
    const stop = async () => {
      child.kill('SIGTERM');
      await exited;
    };
    return { url, signIn, stop };
  }
  throw new Error(`The service did not start.\n${log}`);
}
