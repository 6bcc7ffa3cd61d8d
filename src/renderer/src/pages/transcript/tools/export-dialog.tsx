import Download from 'lucide-react/icons/download';
import { type ReactNode, type RefObject, type SubmitEvent, useRef } from 'react';
import type { ExportFormat } from '../../../../../shared/exports/options.ts';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Select } from '../../../components/select.tsx';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { ExportLanguage, useFinishedTranslations } from './export-language.tsx';

const FORMATS: readonly { format: ExportFormat; name: string; what: string }[] = [
  { format: 'txt', name: 'TXT', what: 'Plain text' },
  { format: 'md', name: 'Markdown', what: 'Headings and summary' },
  { format: 'docx', name: 'DOCX', what: 'For Word and other editors' },
  { format: 'pdf', name: 'PDF', what: 'To read and print' },
  { format: 'html', name: 'HTML', what: 'A page with the player' },
  { format: 'srt', name: 'SRT', what: 'Subtitles for players' },
  { format: 'vtt', name: 'VTT', what: 'Subtitles for the web' },
  { format: 'ass', name: 'ASS', what: 'Subtitles with styles' },
  { format: 'csv', name: 'CSV', what: 'One row per sentence' },
  { format: 'json', name: 'JSON', what: 'Everything, for scripts' },
];
const LINES = ['1', '2', '3'].map((lines) => [lines, lines] as const);
const FILLERS = [
  ['keep', 'Keep'],
  ['leave_out', 'Leave out'],
] as const;
const SUBTITLES: readonly ExportFormat[] = ['srt', 'vtt', 'ass'];
const TEXTS: readonly ExportFormat[] = ['txt', 'md', 'docx', 'pdf', 'html'];
const NO_TEXTS: readonly ExportFormat[] = ['docx', 'pdf', 'html'];

type ExportDialogProps = { id: string; open: boolean; onClose: () => void };

/** Choose a format and what it shows; the last choice is the next one's beginning. */
export function ExportDialog({ id, open, onClose }: ExportDialogProps) {
  const format = useExport((state) => state.choice.format);
  const save = useExport((state) => state.save);
  const text = useExport((state) => state.text);
  const translated = useFinishedTranslations(id, open);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save(id);
    onClose();
  };
  return (
    <Dialog open={open} title="Export" onClose={onClose} initialFocus={() => chosenFormat(form)}>
      <form ref={form} onSubmit={submit}>
        <Formats />
        {/* As high as the longest of them, so that nothing moves with the format. */}
        <div className={`mt-4 space-y-1 text-sm ${translated ? 'h-50' : 'h-40'}`}>
          <Options />
          <ExportLanguage format={format} />
        </div>
        {/* In reach also where the window is too low for the whole of it. */}
        <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 flex justify-end gap-2 border-t border-line bg-panel px-5 py-3">
          {!NO_TEXTS.includes(format) && <CopyButton text={() => text(id)}>Copy</CopyButton>}
          <Button look="primary" type="submit">
            <Download aria-hidden />
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Formats() {
  const format = useExport((state) => state.choice.format);
  const choose = useExport((state) => state.choose);
  return (
    <fieldset className="grid grid-cols-2 gap-1.5">
      <legend className="sr-only">Format</legend>
      {FORMATS.map(({ format: value, name, what }) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-2.5 rounded-lg border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-wash"
        >
          <input
            type="radio"
            name="format"
            value={value}
            checked={format === value}
            onChange={() => choose({ format: value })}
            className="mt-1 accent-accent"
          />
          <span>
            <span className="font-medium">{name}</span>
            <span className="block text-soft">{what}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Those that the chosen format has. */
function Options() {
  const choice = useExport((state) => state.choice);
  const choose = useExport((state) => state.choose);
  const { format } = choice;
  return (
    <>
      {(TEXTS.includes(format) || SUBTITLES.includes(format)) && (
        <Option label="Speakers">
          <Whether
            label="Speakers"
            usual="If there are several"
            value={choice.speakers}
            onChange={(speakers) => choose({ speakers })}
          />
        </Option>
      )}
      {format !== 'json' && <Fillers />}
      {TEXTS.includes(format) && (
        <Option label="Times">
          <Whether
            label="Times"
            usual={format === 'txt' ? 'Default: off' : 'Default: on'}
            value={choice.timestamps}
            onChange={(timestamps) => choose({ timestamps })}
          />
        </Option>
      )}
      {format === 'html' && (
        <Option label="Recording in the page">
          <Select
            label="Recording in the page"
            value={choice.recording}
            onChange={(recording) => choose({ recording })}
            options={[
              ['auto', 'If under 100 MB'],
              ['never', 'Never'],
            ]}
          />
        </Option>
      )}
      {format === 'pdf' && (
        <Option label="Paper">
          <Select
            label="Paper"
            value={choice.paper}
            onChange={(paper) => choose({ paper })}
            options={[
              ['a4', 'A4'],
              ['letter', 'Letter'],
            ]}
          />
        </Option>
      )}
      {SUBTITLES.includes(format) && <SubtitleOptions />}
    </>
  );
}

/** How the lines of subtitles are broken. */
export function SubtitleOptions() {
  const choice = useExport((state) => state.choice);
  const choose = useExport((state) => state.choose);
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
            choose({ max_chars_per_line: given ? Number(target.value) : undefined });
          }}
          className={FIELD}
        />
      </Option>
      <Option label="Lines">
        <Select
          label="Lines"
          value={String(choice.max_lines)}
          onChange={(lines) => choose({ max_lines: Number(lines) })}
          options={LINES}
        />
      </Option>
    </>
  );
}

/** The same as in the menu of the transcript: what is read is what is exported. */
function Fillers() {
  const fillers = useExport((state) => state.choice.fillers);
  const choose = useExport((state) => state.choose);
  return (
    <Option label="Fillers">
      <Select
        label="Fillers"
        value={fillers}
        onChange={(value) => choose({ fillers: value })}
        options={FILLERS}
      />
    </Option>
  );
}

function chosenFormat(form: RefObject<HTMLFormElement | null>): HTMLElement | null {
  return form.current?.querySelector<HTMLElement>('input:checked') ?? null;
}

const FIELD = 'h-8 w-44 rounded-lg border border-field-line bg-panel px-2 text-sm';

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
