/**
 * Chromium that a script lets go of while it measures: what Playwright is told of each request costs the page as much
 * as making it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { chromiumFile, noChromium } from '../helpers/harness/chromium.ts';

export type UnwatchedBrowser = {
  pid: number;
  page: Page;
  /** Does this while nobody looks; the page is another object afterwards, and its routes are gone. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
};

export async function openUnwatched(switches: readonly string[]): Promise<UnwatchedBrowser> {
  if (chromiumFile === null) throw new Error(`A browser is measured: ${noChromium}.`);
  const profile = mkdtempSync(join(tmpdir(), 'steno-profile-'));
  const child = spawn(
    chromiumFile,
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
      ...['--remote-debugging-port=0', `--user-data-dir=${profile}`, ...switches],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const address = await addressOf(child);
  const connect = async () => {
    const browser = await chromium.connectOverCDP(address);
    const context = browser.contexts()[0] ?? (await browser.newContext());
    return { browser, page: context.pages().at(-1) ?? (await context.newPage()) };
  };
  let { browser, page } = await connect();
  return {
    pid: child.pid ?? 0,
    get page() {
      return page;
    },
    async alone(work) {
      await browser.close();
      await sleep(1_000);
      const result = await work();
      ({ browser, page } = await connect());
      return result;
    },
    async close() {
      // It itself, as what was started may be a script around it.
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const session = await browser.newBrowserCDPSession();
      await Promise.all([ended, session.send('Browser.close')]);
      rmSync(profile, { recursive: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Where it listens, which it says when it has started. */
function addressOf({ stderr }: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    stderr?.on('data', (part) => {
      said += part;
      const [address] = /ws:\/\/\S+/.exec(said) ?? [];
      if (address) resolve(address);
    });
    stderr?.once('end', () => reject(new Error(`Chromium did not start: ${said}`)));
  });
}
