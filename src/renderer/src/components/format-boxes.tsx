import type { ReactNode } from 'react';
import type { ExportFormat } from '../../../shared/exports/export-options.ts';
import { EXPORT_FORMATS } from './export-formats.ts';

type FormatBoxesProps = {
  legend: ReactNode;
  chosen: readonly ExportFormat[];
  onChange: (chosen: ExportFormat[]) => void;
  className?: string;
  /** The names alone, where there is little room. */
  brief?: boolean;
};

export function FormatBoxes(props: FormatBoxesProps) {
  const { legend, chosen, onChange, className = '', brief = false } = props;
  return (
    <fieldset>
      <legend className="mb-2 text-sm">{legend}</legend>
      <div className={className}>
        {EXPORT_FORMATS.map(({ format, name, what }) => (
          <label
            key={format}
            className="flex items-center gap-3 rounded-md px-2 py-1.5 text-sm hover:bg-raised"
          >
            <input
              type="checkbox"
              checked={chosen.includes(format)}
              onChange={({ target }) => {
                const others = chosen.filter((one) => one !== format);
                onChange(target.checked ? [...others, format] : others);
              }}
              className="size-4 shrink-0 accent-accent"
            />
            <span title={brief ? what : undefined}>
              {brief ? name : `${name}: ${what.charAt(0).toLowerCase()}${what.slice(1)}`}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
