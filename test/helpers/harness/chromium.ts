/** The browser of this machine, which shows the window and prints PDFs; `CHROMIUM` names another. */
import { existsSync } from 'node:fs';
import { ExportFormat } from '../../../src/shared/exports/export-options.ts';

const CANDIDATES = [
  // The same pages for a fifth less of the processor.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export const chromiumFile: string | null =
  [process.env['CHROMIUM'], ...CANDIDATES].find((file) => file && existsSync(file)) ?? null;

/** Why tests that need a browser cannot run here; null if they can. */
export const noChromium: string | null =
  chromiumFile === null
    ? 'no Chromium is installed (Debian and Ubuntu: apt install chromium), and CHROMIUM names none'
    : null;

/** All formats of exports that can be made here. */
export const EXPORT_FORMATS =
  noChromium === null ? ExportFormat.options : ExportFormat.exclude(['pdf']).options;
