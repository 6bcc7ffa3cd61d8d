import { cleanLine } from '../subtitles/spacing.ts';
import type { Transcription, TranscriptSegment } from '../transcription/transcription.ts';
import { buildDocument, type ExportDocument, type Passage, type Section } from './document.ts';
import type { ExportFormat, ExportOptions } from './options.ts';

/**
 * Renders a transcription as a text file; its words are not needed. A transcription without a result gives one without
 * text.
 */
export function writeExport(
  transcription: Transcription,
  format: Extract<ExportFormat, 'txt' | 'md' | 'csv'>,
  options: ExportOptions,
): string {
  switch (format) {
    case 'txt':
      return toText(buildDocument(transcription, options, false));
    case 'md':
      return toMarkdown(buildDocument(transcription, options, true));
    case 'csv':
      return toCsv(transcription.result?.segments ?? []);
  }
}

const COLUMNS = ['id', 'start', 'end', 'speaker', 'text'];
/** Characters that start a formula in spreadsheets, including their full-width forms (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
/** Without it, Excel reads UTF-8 as the system's legacy encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** A table (RFC 4180) with a row per segment, for spreadsheets; times are seconds. */
function toCsv(segments: readonly TranscriptSegment[]): string {
  const rows = segments.map(({ id, start, end, speaker, text }) => [
    String(id),
    start.toFixed(3),
    end.toFixed(3),
    cell(speaker),
    cell(text),
  ]);
  return BYTE_ORDER_MARK + [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Prevents text from becoming a formula with a leading apostrophe, as spreadsheets do. */
function cell(said: string): string {
  const line = cleanLine(said);
  const text = FORMULA.test(line) ? `'${line}` : line;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The transcript as plain text: paragraphs separated by blank lines. */
function toText({ incomplete, sections }: ExportDocument): string {
  const paragraphs = sections
    .flatMap(({ passages }) => passages)
    .filter(({ text }) => text !== '')
    .map((passage) => `${lead(passage)}${passage.text}\n`);
  return [...(incomplete === null ? [] : [`[${incomplete}]\n`]), ...paragraphs].join('\n');
}

function lead({ time, speaker }: Passage): string {
  return `${time === null ? '' : `[${time}] `}${speaker === null ? '' : `${speaker}: `}`;
}

/** The transcript as Markdown: title, summary, highlights, then chapters. */
function toMarkdown({ title, facts, summary, highlights, sections }: ExportDocument): string {
  const parts = [`# ${plain(title)}`, facts.map(plain).join(' · ')];
  if (summary !== '') parts.push('## Summary', plain(summary));
  if (highlights.length > 0) {
    const items = highlights.map(({ time, text }) => `- ${stamp(time)}${plain(text)}`);
    parts.push('## Highlights', items.join('\n'));
  }
  if (sections.some((section) => section.title !== '')) parts.push('## Transcript');
  parts.push(...sections.flatMap(toParts));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toParts({ time, title, passages }: Section): string[] {
  const heading = title === '' ? '' : `### ${stamp(time)}${plain(title)}`;
  return [heading, ...passages.map(passageLine)];
}

function passageLine({ speaker, time, text }: Passage): string {
  return `${speaker === null ? '' : `**${plain(speaker)}** `}${stamp(time)}${plain(text)}`;
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
