/** A transcript for paper: without a player, and without anything to press. Printed by the window and into PDFs. */

import { escapeHtml } from './escape-html.ts';
import type { ExportDocument, Passage, Section } from './export-document.ts';
import { MARK_STYLE, markedList, markedText } from './marked-html.ts';
import { lineColumn } from './printed-lines.ts';

/** The transcript as HTML inside of an element with the class `printed`. */
export function writePrinted(document: ExportDocument): string {
  const { title, language, facts, summary, highlights, sections } = document;
  const items = highlights.map(
    ({ time, text }) => `<li dir="auto">${stamp(time)}${escapeHtml(text)}</li>`,
  );
  const numbers = lineColumn(document);
  return [
    `<article class="printed${numbers === '' ? '' : ' numbered'}" lang="${escapeHtml(language ?? 'und')}">`,
    ...(numbers === '' ? [] : [numbers]),
    `<h1 dir="auto">${escapeHtml(title)}</h1>`,
    `<p class="facts" dir="auto">${facts.map(escapeHtml).join(' · ')}</p>`,
    ...(summary === '' ? [] : [`<h2>Summary</h2>\n<p dir="auto">${escapeHtml(summary)}</p>`]),
    ...(items.length === 0 ? [] : [`<h2>Key points</h2>\n<ul>\n${items.join('\n')}\n</ul>`]),
    ...contents(sections),
    ...sections.map((section, index) => chapter(section, index, document)),
    ...markedList(document, ({ time }) => stamp(time)),
    '</article>',
  ].join('\n');
}

function contents(sections: readonly Section[]): string[] {
  if (sections.length < 2) return [];
  const items = sections.map(
    ({ title, time }, index) =>
      `<li dir="auto">${stamp(time)}<a href="#printed-${index}">${escapeHtml(title)}</a></li>`,
  );
  return [`<h2>Contents</h2>\n<ul class="contents">\n${items.join('\n')}\n</ul>`];
}

function chapter(
  { title, time, passages }: Section,
  index: number,
  document: ExportDocument,
): string {
  const heading =
    title === '' ? '<h2>Transcript</h2>' : `<h2 dir="auto">${stamp(time)}${escapeHtml(title)}</h2>`;
  return `<section id="printed-${index}">\n${heading}\n${passages.map((passage) => paragraph(passage, document)).join('\n')}\n</section>`;
}

/** The name has a direction of its own, so that the first letter of the text decides that of the paragraph. */
function paragraph(passage: Passage, document: ExportDocument): string {
  const { speaker, time } = passage;
  const who = speaker === null ? '' : `<b dir="auto">${escapeHtml(speaker)}</b> `;
  return `<p dir="auto">${who}${stamp(time)}${markedText(passage, document, false)}</p>`;
}

function stamp(time: string | null): string {
  return time === null ? '' : `<span class="time" dir="ltr">${escapeHtml(time)}</span> `;
}

/**
 * Its style: the system's fonts for each script, no heading alone at the end of a page, and pages with numbers where
 * the browser can.
 */
export const PRINT_STYLE = `${MARK_STYLE}
@page{margin:20mm 18mm 18mm;@bottom-center{content:counter(page) " / " counter(pages);font:9pt system-ui,sans-serif;color:#666}}
.printed{color-scheme:light;color:#111;background:#fff;font:10.5pt/1.5 system-ui,"Segoe UI","Helvetica Neue","Noto Sans","DejaVu Sans","Noto Sans CJK SC",sans-serif;text-align:start;overflow-wrap:anywhere;hyphens:auto}
.printed :is(h1,h2){font-weight:600;line-height:1.25;break-after:avoid;break-inside:avoid;hyphens:manual}
.printed h1{font-size:20pt;margin:0 0 2mm}
.printed h2{font-size:13pt;margin:7mm 0 2mm}
.printed p{margin:0 0 2.5mm;orphans:3;widows:3}
.printed :is(ul,ol){margin:0;padding:0}
.printed ul{list-style:disc}
.printed ol{list-style:decimal}
.printed li{margin:0 0 1mm;margin-inline-start:6mm;break-inside:avoid}
.printed ol li{margin-inline-start:8mm}
.printed .contents li{margin-inline-start:0;list-style:none}
.printed a{color:inherit;text-decoration:none}
.printed .facts{color:#555;margin-bottom:5mm}
.printed .time{color:#666;font-size:.85em;font-variant-numeric:tabular-nums;unicode-bidi:isolate}
.printed b{font-weight:600}
`;
