/** Tables (RFC 4180) for spreadsheets; times are seconds. */
import { COLOR_SIGNS } from '../highlights/highlight.ts';
import { cleanLine } from '../subtitles/spacing.ts';
import type { TranscriptSegment } from '../transcription/transcription.ts';
import type { Marking } from './marked-text.ts';

/** Characters that start a formula in spreadsheets, including their full-width forms (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
/** Without it, Excel reads UTF-8 as the system's legacy encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** A row per segment, with the highlights that begin in it; or a row per highlight. */
export function writeCsv(segments: readonly TranscriptSegment[], marking: Marking): string {
  if (marking.only) return highlightRows(marking);
  const columns = ['id', 'start', 'end', 'speaker', 'text'];
  const rows = segments.map(({ id, start, end, speaker, text }) => [
    String(id),
    start.toFixed(3),
    end.toFixed(3),
    cell(speaker),
    cell(text),
  ]);
  if (marking.highlights.length === 0) return toTable([columns, ...rows]);
  const notes = new Map<number, string[]>();
  for (const {
    segment_ids: [first = -1],
    color,
    quote,
    text,
    comment,
  } of marking.highlights) {
    const note = `${COLOR_SIGNS[color]} ${text || quote}${comment === null ? '' : `: ${comment}`}`;
    notes.set(first, [...(notes.get(first) ?? []), ...note.split('\n')]);
  }
  const noted = rows.map((row, at) => [...row, cells(notes.get(segments[at]?.id ?? -1) ?? [])]);
  return toTable([[...columns, 'highlights'], ...noted]);
}

function highlightRows({ highlights }: Marking): string {
  const columns = ['start', 'end', 'speaker', 'color', 'text', 'comment', 'quote'];
  const rows = highlights.map(({ start, end, speaker, color, text, comment, quote }) => [
    start.toFixed(3),
    end.toFixed(3),
    cell(speaker ?? ''),
    color,
    cell(text),
    cells((comment ?? '').split('\n')),
    cell(quote),
  ]);
  return toTable([columns, ...rows]);
}

function toTable(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.join(',')}\r\n`).join('');
}

/** Several lines in one cell. */
function cells(lines: readonly string[]): string {
  return quoted(safe(lines.map(cleanLine).join('\n')));
}

function cell(said: string): string {
  return quoted(safe(cleanLine(said)));
}

/** Prevents text from becoming a formula with a leading apostrophe, as spreadsheets do. */
function safe(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
