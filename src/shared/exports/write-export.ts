import type { Transcription } from '../transcription/transcription.ts';
import { buildDocument, type ExportDocument, type Passage } from './export-document.ts';
import type { ExportFormat, ExportOptions } from './export-options.ts';
import { type Marking, NOTHING_MARKED } from './marked-text.ts';
import { writeCsv } from './write-csv.ts';
import { writeMarkdown } from './write-markdown.ts';

/**
 * Renders a transcription as a text file; its words are not needed. A transcription without a result gives one without
 * text.
 */
export function writeExport(
  transcription: Transcription,
  format: Extract<ExportFormat, 'txt' | 'md' | 'csv'>,
  options: ExportOptions,
  marking: Marking = NOTHING_MARKED,
): string {
  switch (format) {
    case 'txt':
      return toText(buildDocument(transcription, options, false));
    case 'md':
      return writeMarkdown(buildDocument(transcription, options, true, marking));
    case 'csv':
      return writeCsv(transcription.result?.segments ?? [], marking);
  }
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
