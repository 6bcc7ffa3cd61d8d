import type { ReactNode } from 'react';
import { ExportFormat } from '../../../shared/exports/options.ts';

const NAMES: Record<ExportFormat, string> = {
  txt: 'TXT: plain text',
  md: 'Markdown: headings and summary',
  docx: 'DOCX: for Word and other editors',
  pdf: 'PDF: to read and print',
  html: 'HTML: a page with the player',
  json: 'JSON: everything, for scripts',
  csv: 'CSV: one row per sentence',
  srt: 'SRT: subtitles for players',
  vtt: 'VTT: subtitles for the web',
  ass: 'ASS: subtitles with styles',
};

type FormatBoxesProps = {
  legend: ReactNode;
  chosen: ReadonlySet<ExportFormat>;
  onChange: (chosen: ReadonlySet<ExportFormat>) => void;
  className?: string;
};

/** Any number of formats, each with its box. */
export function FormatBoxes({ legend, chosen, onChange, className = '' }: FormatBoxesProps) {
  const toggle = (format: ExportFormat) => {
    const next = new Set(chosen);
    if (!next.delete(format)) next.add(format);
    onChange(next);
  };
  return (
    <fieldset>
      <legend className="mb-2 text-sm">{legend}</legend>
      <div className={className}>
        {ExportFormat.options.map((format) => (
          <label
            key={format}
            className="flex items-center gap-3 rounded-md px-2 py-1.5 text-sm hover:bg-raised"
          >
            <input
              type="checkbox"
              checked={chosen.has(format)}
              onChange={() => toggle(format)}
              className="size-4 shrink-0 accent-accent"
            />
            {NAMES[format]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
