import { useId } from 'react';
import {
  AutomaticExport,
  exportDate,
  exportStem,
} from '../../../../shared/exports/automatic-export.ts';
import { type ExportFormat, exportEnding } from '../../../../shared/exports/export-options.ts';
import { parseWorded } from '../../../../shared/validation-messages.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { ChangedElsewhere, useDraft } from '../../components/draft.tsx';
import { Field, Form, Refusal } from '../../components/form.tsx';
import { FormatBoxes } from '../../components/format-boxes.tsx';
import { FolderField } from './folder-field.tsx';

const { name: NamePattern } = AutomaticExport.shape;
const FIRST: AutomaticExport = {
  formats: ['txt'],
  folder: null,
  beside_recording: false,
  name: NamePattern.parse(undefined),
};

type AutomaticExportFormProps = {
  wanted: AutomaticExport | null;
  /** Resolves to the reason of a refusal, else `null`. */
  onSave: (wanted: AutomaticExport | null) => Promise<string | null>;
  /** The button that ends it. */
  stop: string;
};

/** What is written, where and under which name: of every recording, or of those in a project. */
export function AutomaticExportForm({ wanted, onSave, stop }: AutomaticExportFormProps) {
  const { draft, edit, save, refusal, ...elsewhere } = useDraft(wanted ?? FIRST, isSame);
  const refusalId = useId();
  const change = (changes: Partial<AutomaticExport>) => edit({ ...draft, ...changes });
  const asked = { ...draft, folder: draft.folder?.trim() || null };
  const isSaved = wanted !== null && isSame(asked, wanted);
  const isPossible = AutomaticExport.safeParse(asked).success;
  return (
    <Form onSubmit={() => save(asked, onSave(asked))} className="space-y-5">
      <FormatBoxes
        legend={<span className="font-medium">Files to write</span>}
        chosen={draft.formats}
        onChange={(formats) => change({ formats })}
        className="grid gap-x-4 sm:grid-cols-2"
      />
      <div className="flex flex-wrap items-end gap-3">
        <FolderField
          folder={draft.folder ?? ''}
          isRefused={refusal !== null}
          describedBy={refusalId}
          onChange={(folder) => change({ folder })}
          onChoose={(folder) => change({ folder })}
        />
      </div>
      <div className="space-y-1">
        <Checkbox
          checked={draft.beside_recording}
          onChange={(beside_recording) => change({ beside_recording })}
        >
          Write beside the recording what comes from the watch folder
        </Checkbox>
        <p className="pl-6 text-sm text-soft">
          The folder above is then for all other recordings. Without one they are not exported.
        </p>
      </div>
      <NameField
        name={draft.name}
        format={draft.formats[0] ?? 'txt'}
        onChange={(name) => change({ name })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" type="submit" disabled={!isPossible || isSaved}>
          {wanted === null ? 'Export automatically' : 'Save'}
        </Button>
        {wanted !== null && <Button onClick={() => save(FIRST, onSave(null))}>{stop}</Button>}
        <ChangedElsewhere {...elsewhere} />
        <Refusal id={refusalId}>{refusal}</Refusal>
      </div>
    </Form>
  );
}

type NameFieldProps = { name: string; format: ExportFormat; onChange: (name: string) => void };

/** With an example of what the pattern produces, or what is wrong with it. */
function NameField({ name, format, onChange }: NameFieldProps) {
  const hintId = useId();
  const { data, problem } = parseWorded(NamePattern, name, 'The name');
  const hint = problem?.message ?? `For example: ${exampleOf(data ?? name, format)}`;
  return (
    <div className="space-y-1">
      <Field
        label="File name"
        className="block"
        value={name}
        onChange={onChange}
        aria-invalid={problem !== null}
        aria-describedby={hintId}
        maxLength={100}
      />
      <p id={hintId} className="text-sm text-soft wrap-anywhere">
        <code>{'{date}'}</code>, <code>{'{title}'}</code>, <code>{'{language}'}</code> and{' '}
        <code>{'{id}'}</code> stand for those of the recording.{' '}
        <span className={problem ? 'text-danger' : ''}>{hint}</span>
      </p>
    </div>
  );
}

function exampleOf(pattern: string, format: ExportFormat): string {
  const date = exportDate(new Date());
  const facts = { date, title: 'Interview', language: 'en', id: 'trs_3kTMd9Qx' };
  return `${exportStem(pattern, facts)}.${exportEnding(format)}`;
}

function isSame(one: AutomaticExport, other: AutomaticExport): boolean {
  const comparable = (wanted: AutomaticExport) => [
    ...[...wanted.formats].sort(),
    ...[wanted.folder?.trim() || null, wanted.beside_recording, wanted.name.trim()],
  ];
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}
