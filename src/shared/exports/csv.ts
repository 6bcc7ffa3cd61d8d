import { cleanLine } from '../subtitles/spacing.ts';
import type { TranscriptSegment } from '../transcription/transcription.ts';

const COLUMNS = ['id', 'start', 'end', 'speaker', 'text'];
/** Characters that start a formula in spreadsheets, including their full-width forms (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
/** Without it, Excel reads UTF-8 as the system's legacy encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** A table (RFC 4180) with a row per segment, for spreadsheets; times are seconds. */
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

/** Prevents text from becoming a formula with a leading apostrophe, as spreadsheets do. */
function cell(said: string): string {
  const line = cleanLine(said);
  const text = FORMULA.test(line) ? `'${line}` : line;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
