import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { chromiumFile, noChromium } from './chromium.ts';
import { PATIENCE_MS } from './patience.ts';

/**
 * What costs a page time and shows none of it. Chromium takes the last list alone: most of this is Playwright's, for
 * steady runs; the omnibox's popups are pages of their own in every window, a second of the processor each time.
 */
const WITHOUT = [
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** One for all files of a worker, with which it ends. */
let browser: Promise<Browser> | undefined;
const usualBrowser = () => {
  browser ??= launchBrowser();
  return browser;
};

/** It connects only to the page under test. `more` is said to Chromium in addition, and `env` added to its environment. */
export const launchBrowser = (
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Browser> => chromium.launch(launchOptions(more, env));

/** Chromium with a profile that outlives it, as a person has one. */
export async function openProfile(
  folder: string,
  more: readonly string[] = [],
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, launchOptions(more));
  context.setDefaultTimeout(0.8 * PATIENCE_MS);
  return context;
}

/** The number of the process that has started all others of a browser. */
export async function mainProcess(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  const main = processInfo?.find(({ type }) => type === 'browser');
  if (!main) throw new Error('The browser tells of no process.');
  return main.id;
}

function launchOptions(more: readonly string[], env: Readonly<Record<string, string>> = {}) {
  if (chromiumFile === null) throw new Error(`Browser tests: ${noChromium}.`);
  return {
    executablePath: chromiumFile,
    timeout: PATIENCE_MS,
    // Without a language of UTF-8 it saves a file whose name has a dash as "download".
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages side by side share a process, as where many are open: each costs half a second.
      '--process-per-site',
      `--disable-features=${WITHOUT.join(',')}`,
      ...more,
    ],
  };
}

/** Cookies and pages of their own, as in a browser just installed, which wait as long as the other tests do. */
export async function openContext(
  options: BrowserContextOptions = {},
  of?: Browser,
): Promise<BrowserContext> {
  const opened = of ?? (await usualBrowser());
  const context = await opened.newContext({ reducedMotion: 'reduce', ...options });
  // Shorter than a test's limit, so that the message says what it waited for.
  context.setDefaultTimeout(0.8 * PATIENCE_MS);
  return context;
}

/** For scripts; a worker of the tests ends with its browser. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}

/** A page in a context of its own; its opener closes that. */
export async function openPage(): Promise<Page> {
  return (await openContext()).newPage();
}
