import type { Transcription } from '../transcription/transcription.ts';
import { toCsv } from './csv.ts';
import { buildDocument } from './document.ts';
import { toMarkdown } from './markdown.ts';
import type { ExportFormat, ExportOptions } from './options.ts';
import { toText } from './text.ts';

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
