import { z } from 'zod';
import { SubtitleOptions } from '../subtitles/options.ts';

/** The file formats of exports. */
export const ExportFormat = z
  .enum(['txt', 'md', 'docx', 'json', 'csv', 'srt', 'vtt', 'ass'])
  .meta({ id: 'ExportFormat' });
export type ExportFormat = z.infer<typeof ExportFormat>;

/** The content of a file; a format ignores options that do not apply to it. */
export const ExportOptions = SubtitleOptions.extend({
  speakers: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe('Whether speakers are named; `auto` when there is more than one.'),
  timestamps: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe('Whether paragraphs have their time; `auto` in Markdown and DOCX, not in TXT.'),
});
export type ExportOptions = z.infer<typeof ExportOptions>;

export const ExportQuery = ExportOptions.extend({ format: ExportFormat });
export type ExportQuery = z.infer<typeof ExportQuery>;
/** The caller's input: only `format` is required. */
export type ExportInput = z.input<typeof ExportQuery>;

/** Their media types. */
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  json: 'application/json',
  csv: 'text/csv',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  ass: 'text/x-ssa',
};
