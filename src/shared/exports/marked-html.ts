/** Highlights in HTML: in the text with the sign of their color and a number, and in a list with their comments. */
import { COLOR_SIGNS } from '../highlights/highlight.ts';
import { escapeHtml, escapeMarkup } from './escape-html.ts';
import type { ExportDocument, Marked, Passage } from './export-document.ts';
import { ALL_MARKED, cutAtMarks } from './marked-text.ts';

/** A passage's text; `link` says whether the numbers lead to the list. */
export function markedText(
  { text, marks }: Passage,
  { marked }: Pick<ExportDocument, 'marked'>,
  link: boolean,
): string {
  if (marks.length === 0) return escapeHtml(text);
  return cutAtMarks(text, marks)
    .map((piece) => {
      const said = escapeMarkup(piece.text);
      const color = marked[piece.marks.at(-1)?.at ?? -1]?.color;
      const numbers = piece.end.map((at) => number(at, marked, link)).join('');
      return `${color ? `<mark class="${color}">${said}</mark>` : said}${numbers}`;
    })
    .join('');
}

function number(at: number, marked: readonly Marked[], link: boolean): string {
  const label = `${signOf(marked[at])}${at + 1}`;
  return `<sup>${link ? `<a href="#highlight-${at + 1}">${label}</a>` : label}</sup>`;
}

/** All of them; `stamp` writes their time. */
export function markedList(
  { marked }: Pick<ExportDocument, 'marked'>,
  stamp: (one: Marked) => string,
): string[] {
  if (marked.length === 0) return [];
  const items = marked.map((one, at) => {
    const { color, speaker, text, comment } = one;
    const who = speaker === null ? '' : `<b dir="auto">${escapeHtml(speaker)}</b> `;
    const lines = (comment ?? '').split('\n').map(escapeHtml).join('<br>');
    const written = comment === null ? '' : `<p class="comment" dir="auto">${lines}</p>`;
    return `<li id="highlight-${at + 1}" dir="auto">${stamp(one)}${who}${signOf(one)} <mark class="${color}">${escapeHtml(text)}</mark>${written}</li>`;
  });
  return [`<h2>${ALL_MARKED}</h2>\n<ol class="marked">\n${items.join('\n')}\n</ol>`];
}

function signOf(one: Marked | undefined): string {
  return COLOR_SIGNS[one?.color ?? 'yellow'];
}

/** Colors are told apart by their line as well. */
export const MARK_STYLE = `
mark{color:inherit;background:var(--mark);border-bottom:2px solid var(--mark-line);print-color-adjust:exact}
mark.yellow{--mark:light-dark(#fff0a6,#4f430c);--mark-line:light-dark(#a67c00,#e3c34c)}
mark.green{--mark:light-dark(#d3f2cd,#1d4426);--mark-line:light-dark(#2c7a3a,#7fd492);border-bottom-style:double;border-bottom-width:3px}
mark.blue{--mark:light-dark(#d6e7ff,#1c3a60);--mark-line:light-dark(#1d5fa8,#82b4ec);border-bottom-style:dashed}
mark.pink{--mark:light-dark(#ffdbe9,#5a2340);--mark-line:light-dark(#b0286a,#f59ac2);border-bottom-style:dotted}
.marked .comment{margin:.2rem 0 .6rem}
`;
