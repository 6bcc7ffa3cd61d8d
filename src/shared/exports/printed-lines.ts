/** Numbered lines on paper, as court reporters have them: each page has 25, whatever stands in them. */
import type { ExportDocument } from './export-document.ts';
import type { ExportOptions } from './export-options.ts';

const LINES = 25;
/** What the margins of a page leave, in millimetres. */
const HEIGHTS: Readonly<Record<ExportOptions['paper'], number>> = { a4: 259, letter: 241.4 };
/** No line of a page has fewer letters unless its paragraph ends. */
const LEAST_LETTERS = 20;

/**
 * The column of numbers beside the text. On each page it is the same one; numbers that go on are cut off where the text
 * ends, so there may be too many.
 */
export function lineColumn(document: ExportDocument): string {
  const { lineNumbers } = document;
  if (lineNumbers === 'none') return '';
  const count = lineNumbers === 'page' ? LINES : mostLines(document);
  const numbers = Array.from({ length: count }, (_, line) => line + 1);
  return `<div class="lines ${lineNumbers}" aria-hidden="true">${numbers.join('\n')}</div>`;
}

function mostLines(document: ExportDocument): number {
  const { title, facts, incomplete, summary, highlights, sections, marked } = document;
  const texts = [
    ...[title, facts.join(' · '), incomplete ?? '', summary],
    ...highlights.map(({ text }) => text),
    ...marked.map(({ text, speaker, comment }) => `${speaker ?? ''} ${text} ${comment ?? ''}`),
    ...sections.flatMap((section) => [
      ...[section.title, section.title],
      ...section.passages.map(({ speaker, text }) => `${speaker ?? ''} ${text}`),
    ]),
  ];
  return texts.reduce((sum, text) => sum + Math.ceil(text.length / LEAST_LETTERS) + 3, LINES);
}

/** All lines are as high as one of the page, so that numbers stand beside them. */
export function lineStyle({ lineNumbers }: ExportDocument, paper: ExportOptions['paper']): string {
  if (lineNumbers === 'none') return '';
  const line = `${Math.floor((HEIGHTS[paper] / LINES) * 100) / 100}mm`;
  return `
@page{size:${paper};margin:20mm 18mm 18mm 10mm}
.numbered{position:relative;padding-left:14mm}
.numbered :is(h1,h2,p,ul,ol,li,.lines){margin:0;padding:0;line-height:${line};orphans:1;widows:1}
.numbered :is(b,a,sup,.time){line-height:0}
.numbered h1{font-size:15pt}
.numbered h2{font-size:12pt}
.numbered :is(ul,ol){list-style-position:inside}
.numbered .lines{left:0;top:0;width:9mm;color:#666;font-size:9pt;text-align:right;white-space:pre;font-variant-numeric:tabular-nums}
.numbered .page{position:fixed}
.numbered .continuous{position:absolute;height:100%;overflow:hidden}
`;
}
