import { hash } from 'node:crypto';
import { escapeHtml } from '../../../shared/exports/escape-html.ts';
import type { ExportDocument } from '../../../shared/exports/export-document.ts';
import type { ExportOptions } from '../../../shared/exports/export-options.ts';
import { lineStyle } from '../../../shared/exports/printed-lines.ts';
import { PRINT_STYLE, writePrinted } from '../../../shared/exports/printed-page.ts';

/** Prints a page into a PDF. Throws pdf_printer_missing, pdf_failed, and the signal's reason. */
export type PrintPdf = (
  page: string,
  options: { paper: ExportOptions['paper']; signal: AbortSignal },
) => Promise<Uint8Array<ArrayBuffer>>;

/** The page that becomes a PDF: it runs no script and loads nothing. */
export function writePrintedPage(
  document: ExportDocument,
  { paper }: { paper: ExportOptions['paper'] },
): string {
  const style = `${PRINT_STYLE}@page{size:${paper}}body{margin:0}${lineStyle(document, paper)}`;
  const digest = hash('sha256', style, 'base64');
  return `<!doctype html>
<html lang="${escapeHtml(document.language ?? 'und')}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'">
<meta name="generator" content="Steno">
<title>${escapeHtml(document.title)}</title>
<style>${style}</style>
${writePrinted(document)}
</html>
`;
}
