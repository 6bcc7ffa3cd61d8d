import { Download } from 'lucide-react';
import { useRef } from 'react';
import type { ExportFormat } from '../../../../../shared/exports/export-options.ts';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Dialog, DialogFoot } from '../../../components/dialogs/dialog.tsx';
import { EXPORT_FORMATS } from '../../../components/export-formats.ts';
import { ExportOptionsForm } from '../../../components/export-options-form.tsx';
import { Form } from '../../../components/form.tsx';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { ExportLanguage, useFinishedTranslations } from './export-language.tsx';

const NO_TEXTS: readonly ExportFormat[] = ['docx', 'pdf', 'html', 'qdpx'];

type ExportDialogProps = {
  id: string;
  open: boolean;
  /** Of what ended early, which has no translations. */
  incomplete?: boolean;
  onClose: () => void;
};

/** Choose a format and what it shows; the last choice is the next one's beginning. */
export function ExportDialog({ id, open, incomplete = false, onClose }: ExportDialogProps) {
  const format = useExport((state) => state.choice.format);
  useFinishedTranslations(id, open && !incomplete);
  const form = useRef<HTMLFormElement>(null);
  const submit = () => {
    void useExport.save(id);
    onClose();
  };
  return (
    <Dialog
      open={open}
      title="Export"
      onClose={onClose}
      initialFocus={() => form.current?.querySelector<HTMLElement>('input:checked') ?? null}
    >
      <Form ref={form} onSubmit={submit}>
        <Formats />
        {/* As high as the longest of them, so that nothing moves with the format. */}
        <div className="mt-4 h-60 space-y-1 text-sm">
          <ExportOptionsForm formats={[format]} />
          <ExportLanguage id={id} format={format} />
        </div>
        <DialogFoot>
          {!NO_TEXTS.includes(format) && (
            <CopyButton text={() => useExport.text(id)}>Copy</CopyButton>
          )}
          <Button icon={Download} look="primary" type="submit">
            Save
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

function Formats() {
  const format = useExport((state) => state.choice.format);
  return (
    <fieldset className="grid grid-cols-2 gap-1.5">
      <legend className="sr-only">Format</legend>
      {EXPORT_FORMATS.map(({ format: value, name, what }) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-2.5 rounded-lg border border-line px-3 py-1.5 text-sm leading-tight has-checked:border-accent has-checked:bg-accent-wash"
        >
          <input
            type="radio"
            name="format"
            value={value}
            checked={format === value}
            onChange={() => useExport.choose({ format: value })}
            className="mt-0.5 accent-accent"
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
