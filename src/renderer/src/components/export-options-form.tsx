import { useState } from 'react';
import { type ExportFormat, HIGHLIGHTED_FORMATS } from '../../../shared/exports/export-options.ts';
import { type Choice, SUBTITLE_FORMATS, useExport } from '../stores/transcript/export-store.ts';
import { Option, Select, SelectRow } from './select.tsx';

const WORDINGS = { verbatim: 'Verbatim', clean: 'Clean' };
const PAPERS = { a4: 'A4', letter: 'Letter' };
const NUMBERS = { none: 'None', page: 'From 1 on each page', continuous: 'Through all pages' };
const HIGHLIGHTS = { include: 'Include', leave_out: 'Leave out' };
const RECORDINGS = { auto: 'If under 100 MB', never: 'Never' };
/** `usual` is what happens unless something else is chosen. */
const whether = (usual: string) => ({ auto: usual, always: 'Always', never: 'Never' });
const TEXTS: readonly ExportFormat[] = ['txt', 'md', 'docx', 'pdf', 'html'];

/** What the files show: what any of the formats has. The last choice is the next one's beginning. */
export function ExportOptionsForm({ formats }: { formats: readonly ExportFormat[] }) {
  const has = (...some: readonly ExportFormat[]) => some.some((one) => formats.includes(one));
  const times = usualTimes(has('txt'), has('md', 'docx', 'pdf', 'html'));
  return (
    <>
      {has(...TEXTS, ...SUBTITLE_FORMATS) && (
        <Row label="Speakers" of="speakers" options={whether('If there are several')} />
      )}
      {/* The same as in the menu of the transcript: what is read is what is exported. */}
      {formats.some((format) => format !== 'json') && (
        <Row label="Wording" of="wording" options={WORDINGS} />
      )}
      {has(...TEXTS) && <Row label="Times" of="timestamps" options={whether(times)} />}
      {has(...HIGHLIGHTED_FORMATS) && (
        <Row label="Highlights" of="highlights" options={HIGHLIGHTS} />
      )}
      {has('html') && <Row label="Recording in the page" of="recording" options={RECORDINGS} />}
      {has('pdf') && <Row label="Paper" of="paper" options={PAPERS} />}
      {has('pdf', 'docx') && <Row label="Line numbers" of="line_numbers" options={NUMBERS} />}
      {has(...SUBTITLE_FORMATS) && <SubtitleOptions />}
    </>
  );
}

type Worded = Exclude<keyof Choice, 'max_chars_per_line' | 'max_lines'>;
type RowProps<Name extends Worded> = {
  label: string;
  of: Name;
  options: Readonly<Record<Choice[Name], string>>;
};

function Row<Name extends Worded>({ label, of, options }: RowProps<Name>) {
  const value = useExport(({ choice }) => choice[of]);
  return (
    <SelectRow<Choice[Name]>
      label={label}
      value={value}
      onChange={(chosen) => useExport.choose({ [of]: chosen })}
      options={Object.entries<string>(options) as [Choice[Name], string][]}
    />
  );
}

/** How the lines of subtitles are broken. */
export function SubtitleOptions() {
  return (
    <>
      <Option label="Characters per line">
        <LineLength usual="Default" className="h-8 w-44 px-2 text-sm" />
      </Option>
      <Option label="Lines">
        <LineCount />
      </Option>
    </>
  );
}

type LineLengthProps = { id?: string; usual: string; className: string };

/** The longest line, in characters; `usual` stands there while none is chosen. */
export function LineLength({ id, usual, className }: LineLengthProps) {
  const length = useExport((state) => state.choice.max_chars_per_line);
  // The first figure of a length is none yet, and stays until the next is typed.
  const [begun, setBegun] = useState<string | null>(null);
  return (
    <input
      id={id}
      type="number"
      aria-label="Characters per line"
      min={10}
      max={100}
      placeholder={usual}
      value={begun ?? length ?? ''}
      onChange={({ target }) => {
        const given = target.value !== '' && target.validity.valid;
        setBegun(given ? null : target.value);
        useExport.choose({ max_chars_per_line: given ? Number(target.value) : undefined });
      }}
      onBlur={() => setBegun(null)}
      className={`field ${className}`}
    />
  );
}

const LINES = [1, 2, 3].map((lines) => [lines, String(lines)] as const);

export function LineCount({ className = 'w-44' }: { className?: string }) {
  const lines = useExport((state) => state.choice.max_lines);
  return (
    <Select
      label="Lines"
      value={lines}
      onChange={(count) => useExport.choose({ max_lines: count })}
      options={LINES}
      className={className}
    />
  );
}

function usualTimes(inPlain: boolean, inOthers: boolean): string {
  if (inPlain && inOthers) return 'Default: not in TXT';
  return inPlain ? 'Default: off' : 'Default: on';
}
