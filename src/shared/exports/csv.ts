import { cleanLine } from '../subtitles/spacing.ts';
import type { TranscriptSegment } from '../transcription/transcription.ts';

const COLUMNS = ['id', 'start', 'end', 'speaker', 'text'];
/** What spreadsheets take for a formula, in their full-width forms as well (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
/** Without it, Excel takes UTF-8 for the system's old encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** A table (RFC 4180) with a row for each segment, for spreadsheets; times are seconds. */
export function toCsv(segments: readonly TranscriptSegment[]): string {
  const rows = segments.map(({ id, start, end, speaker, text }) => [
    String(id),
    start.toFixed(3),
    end.toFixed(3),
    cell(speaker),
    cell(text),
  ]);
  return BYTE_ORDER_MARK + [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** What was said, never a formula: an apostrophe before it is what spreadsheets have for that. */
function cell(said: string): string {
  const line = cleanLine(said);
  const text = FORMULA.test(line) ? `'${line}` : line;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
