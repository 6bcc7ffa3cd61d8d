import { writeSrt } from '../subtitles/srt.ts';
import { writeVtt } from '../subtitles/vtt.ts';
import type { Transcription } from '../transcription.ts';
import { toCsv } from './csv.ts';
import { cuesOf } from './cues.ts';
import { buildDocument } from './document.ts';
import { toMarkdown } from './markdown.ts';
import type { ExportFormat, ExportOptions } from './options.ts';
import { toText } from './text.ts';

/** A transcription as the text of a file. One that has no result yet gives a file without words. */
export function writeExport(
  transcription: Transcription,
  format: Exclude<ExportFormat, 'docx'>,
  options: ExportOptions,
): string {
  const segments = transcription.result?.segments ?? [];
  switch (format) {
    case 'txt':
      return toText(buildDocument(transcription, options, false));
    case 'md':
      return toMarkdown(buildDocument(transcription, options, true));
    case 'json':
      return `${JSON.stringify(transcription, null, 2)}\n`;
    case 'csv':
      return toCsv(segments);
    case 'srt':
      return writeSrt(cuesOf(segments, options));
    case 'vtt':
      return writeVtt(cuesOf(segments, options));
  }
}
