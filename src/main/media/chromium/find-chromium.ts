import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../core/errors.ts';
import { findOnPath, isExecutable } from '../../processes/find-on-path.ts';

const NAMES = [
  ...['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser'],
  ...['microsoft-edge-stable', 'microsoft-edge', 'chrome', 'msedge'],
  // Debian's for servers, which prints and has no window.
  'chromium-headless-shell',
];
const MAC = ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];
const WINDOWS_FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'];
/** Enough of a wrapper to see what it starts. */
const SCRIPT_BYTES = 4096;

/**
 * Finds a browser that prints: `STENO_CHROMIUM`, then Chromium, Chrome or Edge on PATH or where systems install them.
 * One in a snap does not count, since it sees no files of other programs.
 *
 * @throws AppError `pdf_printer_missing`
 */
export async function findChromium(env: NodeJS.ProcessEnv): Promise<string> {
  const chosen = env['STENO_CHROMIUM'];
  if (chosen) {
    if (await isExecutable(chosen)) return chosen;
    throw new AppError('pdf_printer_missing', {
      message: `STENO_CHROMIUM names ${chosen}, which is no program.`,
    });
  }
  for (const name of NAMES) {
    const file = await findOnPath(name, env);
    if (file !== null && !(await isSnap(file))) return file;
  }
  for (const file of installed(env)) if (await isExecutable(file)) return file;
  throw new AppError('pdf_printer_missing');
}

function installed(env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin') return MAC;
  if (process.platform !== 'win32') return [];
  const folders = WINDOWS_FOLDERS.flatMap((name) => env[name] ?? []);
  return folders.flatMap((folder) => WINDOWS.map((file) => path.join(folder, file)));
}

/** Either a link into a snap, or a script that starts one. */
async function isSnap(file: string): Promise<boolean> {
  const real = await realpath(file);
  if (/^\/snap\/|\/usr\/bin\/snap$/.test(real)) return true;
  await using opened = await open(real, 'r');
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(SCRIPT_BYTES), 0, SCRIPT_BYTES, 0);
  const head = buffer.toString('latin1', 0, bytesRead);
  return head.startsWith('#!') && head.includes('/snap/');
}
