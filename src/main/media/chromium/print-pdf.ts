/** Prints a page into a PDF with a browser of this machine, which sees nothing but that page. */
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../../core/clock.ts';
import { AppError, isNodeError } from '../../core/errors.ts';
import { runChild } from '../../processes/run-program.ts';
import { createWatchdog } from '../../processes/watchdog.ts';
import { findChromium } from './find-chromium.ts';

/** A thousand pages take a few seconds. */
const TIMEOUT_MS = 120_000;
/** For each of its processes. */
const MEMORY_BYTES = 4 * 2 ** 30;
/** The @@: browsers do not run as root, because then they would have no sandbox. */
const NOBODY = 65_534;

const ALONE = [
  ...['--headless', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  ...['--no-default-browser-check', '--disable-extensions', '--disable-sync', '--no-pings'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-breakpad'],
  ...['--disable-default-apps', '--metrics-recording-only', '--disable-domain-reliability'],
  // No name is found, and no proxy is there: nothing can be reached.
  ...['--proxy-server=127.0.0.1:9', '--proxy-bypass-list=<-loopback>'],
  '--host-resolver-rules=MAP * ~NOTFOUND',
  ...['--no-pdf-header-footer', '--generate-pdf-document-outline'],
];

/**
 * Prints pages one after the other. Each gets its own browser, with a new profile, its sandbox and no network; all
 * of it is gone afterwards.
 */
export function createPdfPrinter({
  clock,
  env = process.env,
}: {
  clock: Clock;
  env?: NodeJS.ProcessEnv;
}) {
  let last: Promise<unknown> = Promise.resolve();

  /** @throws AppError `pdf_printer_missing`, `pdf_failed`; the signal's reason when aborted */
  return (page: string, { signal }: { signal: AbortSignal }): Promise<Uint8Array<ArrayBuffer>> => {
    const printed = last.then(async () => {
      signal.throwIfAborted();
      const file = await findChromium(env);
      return withFolder((folder) => print({ file, page, folder, clock, signal }));
    });
    last = printed.catch(() => {});
    return printed;
  };
}

async function print({
  file,
  page,
  folder,
  clock,
  signal,
}: {
  file: string;
  page: string;
  folder: string;
  clock: Clock;
  signal: AbortSignal;
}): Promise<Uint8Array<ArrayBuffer>> {
  const [input, output] = [join(folder, 'page.html'), join(folder, 'made.pdf')];
  await writeFile(input, page, { mode: 0o600 });
  if (isRoot()) await chown(input, NOBODY, NOBODY);
  using late = createWatchdog({
    clock,
    idleMs: TIMEOUT_MS,
    reason: () => new AppError('pdf_failed', { message: 'The browser did not print in time.' }),
  });
  const { stderr } = await runChild({
    file,
    cwd: folder,
    memoryBytes: MEMORY_BYTES,
    missing: 'pdf_printer_missing',
    args: [
      ...[...ALONE, `--user-data-dir=${join(folder, 'profile')}`, `--print-to-pdf=${output}`],
      pathToFileURL(input).href,
    ],
    env: { HOME: folder, TMPDIR: folder, XDG_RUNTIME_DIR: folder },
    ...(isRoot() && { user: NOBODY }),
    openFiles: 4096,
    stepsBack: true,
    signal: AbortSignal.any([signal, late.signal]),
  });
  return new Uint8Array(
    await readFile(output).catch((error: unknown) => {
      throw isNodeError(error) ? new AppError('pdf_failed', { cause: stderr }) : error;
    }),
  );
}

async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'steno-print-'));
  try {
    if (isRoot()) await chown(folder, NOBODY, NOBODY);
    return await work(folder);
  } finally {
    // Its processes may still write while they end.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function isRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}
