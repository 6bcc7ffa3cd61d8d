import type { ExportFormat } from '../../../shared/exports/export-options.ts';

/** The formats of exports in the order in which they are offered, and what each is for. */
export const EXPORT_FORMATS: readonly { format: ExportFormat; name: string; what: string }[] = [
  { format: 'txt', name: 'TXT', what: 'Plain text' },
  { format: 'md', name: 'Markdown', what: 'Headings and summary' },
  { format: 'docx', name: 'DOCX', what: 'For Word and the like' },
  { format: 'pdf', name: 'PDF', what: 'To read and print' },
  { format: 'html', name: 'HTML', what: 'A page with the player' },
  { format: 'srt', name: 'SRT', what: 'Subtitles for players' },
  { format: 'vtt', name: 'VTT', what: 'Subtitles for the web' },
  { format: 'ass', name: 'ASS', what: 'Subtitles with styles' },
  { format: 'csv', name: 'CSV', what: 'One row per sentence' },
  { format: 'json', name: 'JSON', what: 'Everything, for scripts' },
  { format: 'eaf', name: 'ELAN', what: 'A tier for each speaker' },
  { format: 'textgrid', name: 'TextGrid', what: 'The same for Praat' },
  { format: 'otr', name: 'oTranscribe', what: 'To go on typing there' },
  { format: 'qdpx', name: 'REFI-QDA', what: 'For MAXQDA and NVivo' },
];
