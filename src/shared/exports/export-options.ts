import { z } from 'zod';
import { decimal } from '../decimal.ts';
import { SubtitleOptions } from '../subtitles/subtitle-options.ts';

export const ExportFormat = z
  .enum([
    ...['txt', 'md', 'docx', 'pdf', 'html', 'json', 'csv', 'srt', 'vtt', 'ass'],
    ...['eaf', 'textgrid', 'otr', 'qdpx'],
  ] as const)
  .meta({ id: 'ExportFormat' });
export type ExportFormat = z.infer<typeof ExportFormat>;

const seconds = decimal(z.number().min(0).max(360_000));

/** A part of a recording, in seconds; where one end is left out, it is the recording's own. */
export const PartOfRecording = z.object({
  from: seconds.optional().describe('Where the part begins, in seconds.'),
  to: seconds.optional().describe('Where it ends, in seconds.'),
});
export type PartOfRecording = z.infer<typeof PartOfRecording>;

/** The content of a file; a format ignores options that do not apply to it. */
export const ExportOptions = SubtitleOptions.extend({
  ...PartOfRecording.extend({
    from: PartOfRecording.shape.from.describe(
      'SRT, VTT and ASS only: the part that begins here, in seconds; times count from there.',
    ),
    to: PartOfRecording.shape.to.describe('Where that part ends, in seconds.'),
  }).shape,
  speakers: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe('Whether speakers are named; `auto` when there is more than one.'),
  timestamps: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe('Whether paragraphs have their time; `auto` in all formats but TXT.'),
  recording: z
    .enum(['auto', 'never'])
    .default('auto')
    .describe('Whether an HTML page holds the recording; `auto` if it is kept and under 100 MB.'),
  paper: z.enum(['a4', 'letter']).default('a4').describe('The size of the pages of a PDF.'),
  line_numbers: z
    .enum(['none', 'page', 'continuous'])
    .default('none')
    .describe(
      'DOCX and PDF only: numbers beside the lines, from 1 on each page (`page`) or through all of them (`continuous`). A PDF then has 25 lines a page.',
    ),
  wording: z
    .enum(['verbatim', 'clean'])
    .default('verbatim')
    .describe(
      '`clean`: as with `fillers=leave_out`, and without words that are said twice in a row by mistake ("I I think", "th- the"). JSON is always verbatim.',
    ),
  fillers: z
    .enum(['keep', 'leave_out'])
    .default('keep')
    .describe(
      '`leave_out`: without sounds such as "um", "äh" and "euh", except in JSON and in subtitles written by hand.',
    ),
  highlights: z
    .enum(['leave_out', 'include', 'only'])
    .default('leave_out')
    .describe(
      'Whether the highlights that people have made are in the file with their comments, or nothing else is; in Markdown, DOCX, PDF, HTML, CSV and JSON.',
    ),
});
export type ExportOptions = z.infer<typeof ExportOptions>;

export const HIGHLIGHTED_FORMATS = [
  'md',
  'docx',
  'pdf',
  'html',
  'csv',
  'json',
] as const satisfies ExportFormat[];

export const TRANSLATED_FORMATS = ['srt', 'vtt', 'ass', 'txt'] as const satisfies ExportFormat[];
export type TranslatedFormat = (typeof TRANSLATED_FORMATS)[number];

export const ExportQuery = ExportOptions.extend({
  format: ExportFormat,
  language: z
    .string()
    .max(12)
    .optional()
    .describe('Subtitles (SRT, VTT, ASS) or TXT in this language, of a finished translation.'),
  bilingual: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => value === 'true')
    .describe('Subtitles with the original above the translation; only with `language`.'),
});
export type ExportQuery = z.infer<typeof ExportQuery>;
/** The caller's input: only `format` is required. */
export type ExportInput = z.input<typeof ExportQuery>;

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  html: 'text/html',
  json: 'application/json',
  csv: 'text/csv',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  ass: 'text/x-ssa',
  eaf: 'text/x-eaf+xml',
  textgrid: 'text/praat-textgrid',
  otr: 'application/x-otranscribe+json',
  qdpx: 'application/zip',
};

/** What the name of a file in this format ends with. */
export function exportEnding(format: ExportFormat): string {
  return format === 'textgrid' ? 'TextGrid' : format;
}

/** The most transcripts that one archive takes. */
export const MAX_EXPORTED = 1000;

/** Several transcripts in one ZIP, each in all of these formats. */
export const ExportMany = ExportOptions.extend({
  ids: z.array(z.string().max(64)).min(1).max(MAX_EXPORTED),
  formats: z.array(ExportFormat).min(1).max(ExportFormat.options.length),
})
  .strict()
  .meta({ id: 'ExportMany' });
export type ExportMany = z.infer<typeof ExportMany>;
/** What a caller sends: only `ids` and `formats` are required. */
export type ExportManyInput = z.input<typeof ExportMany>;
