import { COLOR_SIGNS } from '../highlights/highlight.ts';
import type { ExportDocument, Marked, Passage, Section } from './export-document.ts';
import { ALL_MARKED, cutAtMarks, WORDS_GONE } from './marked-text.ts';

/** The transcript as Markdown: title, summary, key points, then chapters; comments are footnotes. */
export function writeMarkdown(document: ExportDocument): string {
  const { title, facts, summary, highlights, sections, marked } = document;
  const parts = [`# ${plain(title)}`, facts.map(plain).join(' · ')];
  if (summary !== '') parts.push('## Summary', plain(summary));
  if (highlights.length > 0) {
    const items = highlights.map(({ time, text }) => `- ${stamp(time)}${plain(text)}`);
    parts.push('## Key points', items.join('\n'));
  }
  if (sections.some((section) => section.title !== '')) parts.push('## Transcript');
  parts.push(...sections.flatMap((section) => toParts(section, marked)));
  parts.push(...marked.flatMap(footnote));
  const listed = marked.filter(({ found }) => !found);
  if (listed.length > 0) {
    const heading = sections.length === 0 ? ALL_MARKED : WORDS_GONE;
    parts.push(`## ${heading}`, listed.map(listItem).join('\n'));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toParts({ time, title, passages }: Section, marked: readonly Marked[]): string[] {
  const heading = title === '' ? '' : `### ${stamp(time)}${plain(title)}`;
  return [heading, ...passages.map((passage) => passageLine(passage, marked))];
}

function passageLine(passage: Passage, marked: readonly Marked[]): string {
  const { speaker, time } = passage;
  return `${speaker === null ? '' : `**${plain(speaker)}** `}${stamp(time)}${markedWords(passage, marked)}`;
}

/** Marked as several editors do, `==so==`, with the footnotes of those that have a comment. */
function markedWords({ text, marks }: Passage, marked: readonly Marked[]): string {
  if (marks.length === 0) return plain(text);
  const pieces = cutAtMarks(text, marks);
  const isMarked = (at: number) => (pieces[at]?.marks.length ?? 0) > 0;
  return pieces
    .map((piece, at) => {
      const open = isMarked(at) && !isMarked(at - 1) ? '==' : '';
      const close = isMarked(at) && !isMarked(at + 1) ? '==' : '';
      const notes = piece.end.filter((one) => (marked[one]?.comment ?? null) !== null);
      return `${open}${plain(piece.text)}${close}${notes.map((one) => `[^${one + 1}]`).join('')}`;
    })
    .join('');
}

function footnote({ color, comment, found }: Marked, at: number): string[] {
  if (comment === null || !found) return [];
  return [`[^${at + 1}]: ${COLOR_SIGNS[color]} ${lines(comment, '    ')}`];
}

function listItem({ time, speaker, color, text, comment }: Marked): string {
  const who = speaker === null ? '' : `**${plain(speaker)}** `;
  const written = comment === null ? '' : `\\\n  ${lines(comment, '  ')}`;
  return `- ${stamp(time)}${who}${COLOR_SIGNS[color]} ==${plain(text)}==${written}`;
}

/** A text with its paragraphs and line breaks, within what is set in by `room`. */
function lines(text: string, room: string): string {
  let written = '';
  let isNewParagraph = false;
  for (const line of text.split('\n').map((one) => plain(one.trim()))) {
    if (line !== '' && written !== '') written += `${isNewParagraph ? '\n' : '\\'}\n${room}`;
    written += line;
    isNewParagraph = line === '';
  }
  return written;
}

/** Not escaped: brackets form a link only if a destination or a reference follows, and the text after them has none. */
function stamp(time: string | null): string {
  return time === null ? '' : `[${time}] `;
}

/** Escapes spoken text, including characters that would start a list or a heading. */
function plain(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replace(/^([^\S\n\r\u2028\u2029]*)([-+=])/gm, '$1\\$2')
    .replace(/^([^\S\n\r\u2028\u2029]*\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2');
}
