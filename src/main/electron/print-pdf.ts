/** Prints a page into a PDF with the desktop app's own browser, in a hidden window that sees nothing but that page. */
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserWindow, session } from 'electron';
import { AppError } from '../core/errors.ts';
import type { PrintPdf } from '../services/exports/pdf-file.ts';

/** In memory, and gone with the app. */
const PARTITION = 'printing';
const PAPER = { a4: 'A4', letter: 'Letter' } as const;

export const printPdf: PrintPdf = async (page, { paper, signal }) => {
  signal.throwIfAborted();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'steno-print-'));
  const file = join(folder.path, 'page.html');
  await writeFile(file, page, { mode: 0o600 });
  const window = hiddenWindow();
  const leave = () => window.destroy();
  signal.addEventListener('abort', leave, { once: true });
  try {
    await window.loadFile(file);
    const bytes = await window.webContents.printToPDF({
      pageSize: PAPER[paper],
      preferCSSPageSize: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
    return new Uint8Array(bytes);
  } catch (error) {
    signal.throwIfAborted();
    throw new AppError('pdf_failed', { cause: error });
  } finally {
    signal.removeEventListener('abort', leave);
    if (!window.isDestroyed()) window.destroy();
  }
};

function hiddenWindow(): BrowserWindow {
  const alone = session.fromPartition(PARTITION);
  alone.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: details.resourceType !== 'mainFrame' || !details.url.startsWith('file:') }),
  );
  return new BrowserWindow({
    show: false,
    webPreferences: {
      session: alone,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: false,
    },
  });
}
