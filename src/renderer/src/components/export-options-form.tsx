import type { ReactNode } from 'react';
import { type ExportFormat, HIGHLIGHTED_FORMATS } from '../../../shared/exports/export-options.ts';
import { SUBTITLE_FORMATS, useExport } from '../stores/transcript/export-store.ts';
import { Select } from './select.tsx';

const LINES = ['1', '2', '3'].map((lines) => [lines, lines] as const);
const WORDINGS = [
  ['verbatim', 'Verbatim'],
  ['clean', 'Clean'],
] as const;
const PAPERS = [
  ['a4', 'A4'],
  ['letter', 'Letter'],
] as const;
const NUMBERS = [
  ['none', 'None'],
  ['page', 'From 1 on each page'],
  ['continuous', 'Through all pages'],
] as const;
const HIGHLIGHTS = [
  ['include', 'Include'],
  ['leave_out', 'Leave out'],
] as const;
const TEXTS: readonly ExportFormat[] = ['txt', 'md', 'docx', 'pdf', 'html'];

/** What the files show: what any of the formats has. The last choice is the next one's beginning. */
export function ExportOptionsForm({ formats }: { formats: readonly ExportFormat[] }) {
  const choice = useExport((state) => state.choice);
  const has = (...some: readonly ExportFormat[]) => some.some((one) => formats.includes(one));
  return (
    <>
      {has(...TEXTS, ...SUBTITLE_FORMATS) && (
        <Option label="Speakers">
          <Whether
            label="Speakers"
            usual="If there are several"
            value={choice.speakers}
            onChange={(speakers) => useExport.choose({ speakers })}
          />
        </Option>
      )}
      {formats.some((format) => format !== 'json') && <Wording />}
      {has(...TEXTS) && (
        <Option label="Times">
          <Whether
            label="Times"
            usual={usualTimes(has('txt'), has('md', 'docx', 'pdf', 'html'))}
            value={choice.timestamps}
            onChange={(timestamps) => useExport.choose({ timestamps })}
          />
        </Option>
      )}
      {has(...HIGHLIGHTED_FORMATS) && (
        <Option label="Highlights">
          <Select
            label="Highlights"
            value={choice.highlights}
            onChange={(highlights) => useExport.choose({ highlights })}
            options={HIGHLIGHTS}
          />
        </Option>
      )}
      {has('html') && (
        <Option label="Recording in the page">
          <Select
            label="Recording in the page"
            value={choice.recording}
            onChange={(recording) => useExport.choose({ recording })}
            options={[
              ['auto', 'If under 100 MB'],
              ['never', 'Never'],
            ]}
          />
        </Option>
      )}
      <PaperOptions formats={formats} />
      {has(...SUBTITLE_FORMATS) && <SubtitleOptions />}
    </>
  );
}

/** What is for pages alone. */
function PaperOptions({ formats }: { formats: readonly ExportFormat[] }) {
  const choice = useExport((state) => state.choice);
  return (
    <>
      {formats.includes('pdf') && (
        <Option label="Paper">
          <Select
            label="Paper"
            value={choice.paper}
            onChange={(paper) => useExport.choose({ paper })}
            options={PAPERS}
          />
        </Option>
      )}
      {(formats.includes('pdf') || formats.includes('docx')) && (
        <Option label="Line numbers">
          <Select
            label="Line numbers"
            value={choice.line_numbers}
            onChange={(numbers) => useExport.choose({ line_numbers: numbers })}
            options={NUMBERS}
          />
        </Option>
      )}
    </>
  );
}

/** How the lines of subtitles are broken. */
export function SubtitleOptions() {
  const choice = useExport((state) => state.choice);
  return (
    <>
      <Option label="Characters per line">
        <input
          type="number"
          aria-label="Characters per line"
          min={10}
          max={100}
          placeholder="Default"
          value={choice.max_chars_per_line ?? ''}
          onChange={({ target }) => {
            const given = target.value !== '' && target.validity.valid;
            useExport.choose({ max_chars_per_line: given ? Number(target.value) : undefined });
          }}
          className={FIELD}
        />
      </Option>
      <Option label="Lines">
        <Select
          label="Lines"
          value={String(choice.max_lines)}
          onChange={(lines) => useExport.choose({ max_lines: Number(lines) })}
          options={LINES}
        />
      </Option>
    </>
  );
}

/** The same as in the menu of the transcript: what is read is what is exported. */
function Wording() {
  const wording = useExport((state) => state.choice.wording);
  return (
    <Option label="Wording">
      <Select
        label="Wording"
        value={wording}
        onChange={(value) => useExport.choose({ wording: value })}
        options={WORDINGS}
      />
    </Option>
  );
}

const FIELD = 'field h-8 w-44 px-2 text-sm';

/** A label with what it is chosen by. */
export function Option({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex h-9 items-center justify-between gap-4">
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}

type When = 'auto' | 'always' | 'never';

type WhetherProps = {
  label: string;
  /** What happens unless something else is chosen. */
  usual: string;
  value: When;
  onChange: (value: When) => void;
};

function Whether({ label, usual, value, onChange }: WhetherProps) {
  return (
    <Select
      label={label}
      value={value}
      onChange={onChange}
      options={[
        ['auto', usual],
        ['always', 'Always'],
        ['never', 'Never'],
      ]}
    />
  );
}

function usualTimes(inPlain: boolean, inOthers: boolean): string {
  if (inPlain && inOthers) return 'Default: not in TXT';
  return inPlain ? 'Default: off' : 'Default: on';
}
