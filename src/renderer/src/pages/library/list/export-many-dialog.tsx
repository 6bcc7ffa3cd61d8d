import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { type ExportFormat, MAX_EXPORTED } from '../../../../../shared/exports/export-options.ts';
import { client } from '../../../api/client.ts';
import { saveFile } from '../../../api/save-file.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogFoot } from '../../../components/dialogs/dialog.tsx';
import { ExportOptionsForm } from '../../../components/export-options-form.tsx';
import { Form } from '../../../components/form.tsx';
import { FormatBoxes } from '../../../components/format-boxes.tsx';
import { notify } from '../../../stores/toasts.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';
import { formatCount } from '../../../text/format.ts';

type ExportManyDialogProps = {
  /** Of recordings with text. */
  ids: readonly string[];
  /** How many of the selected ones have none. */
  withoutText: number;
  open: boolean;
  onClose: () => void;
};

/** Several transcripts as a ZIP, in the formats and with the options that are chosen once for all. */
export function ExportManyDialog({ ids, withoutText, open, onClose }: ExportManyDialogProps) {
  const { format, ...options } = useExport((state) => state.choice);
  const [formats, setFormats] = useState<ExportFormat[]>([format]);
  const [saving, setSaving] = useState<number | null>(null);
  const abort = useRef<AbortController>(null);
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_EXPORTED) }, (_, at) =>
    ids.slice(at * MAX_EXPORTED, (at + 1) * MAX_EXPORTED),
  );
  const close = () => {
    abort.current?.abort();
    onClose();
  };
  const save = async ({ signal }: AbortController) => {
    for (const [index, part] of parts.entries()) {
      setSaving(index + 1);
      const input = { ...options, ids: [...part], formats };
      const file = await client.exportTranscriptions(input, signal);
      saveFile(file, parts.length === 1 ? 'Transcripts.zip' : `Transcripts ${index + 1}.zip`);
    }
    onClose();
  };
  const submit = async () => {
    const own = new AbortController();
    abort.current = own;
    await notify(async () => {
      try {
        await save(own);
      } catch (thrown) {
        if (!own.signal.aborted) throw thrown;
      }
    });
    setSaving(null);
  };
  const count = ids.length === 1 ? '1 recording' : `${formatCount(ids.length)} recordings`;
  return (
    <Dialog open={open} title={`Export ${count}`} onClose={close} grows>
      <Form onSubmit={submit}>
        <FormatBoxes
          legend={<Explanation parts={parts.length} withoutText={withoutText} />}
          chosen={formats}
          onChange={setFormats}
          className="grid grid-cols-2 sm:grid-cols-3"
          brief
        />
        <div className="mt-3 space-y-1 px-2 text-sm">
          <ExportOptionsForm formats={formats} />
        </div>
        <DialogFoot>
          <Button onClick={close}>Cancel</Button>
          <Button
            icon={Download}
            look="primary"
            type="submit"
            disabled={formats.length === 0 || ids.length === 0 || saving !== null}
          >
            {describeSaving(saving, parts.length)}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/** What will be saved, before anybody waits for it. */
function Explanation({ parts, withoutText }: { parts: number; withoutText: number }) {
  const left = withoutText === 1 ? '1 is' : `${formatCount(withoutText)} are`;
  return (
    <span className="text-soft">
      {withoutText > 0 && `${left} without text and left out. `}
      {parts > 1
        ? `${parts} ZIP files, for one takes at most ${formatCount(MAX_EXPORTED)} recordings. In these formats:`
        : 'One ZIP file with every recording in these formats:'}
    </span>
  );
}

function describeSaving(saving: number | null, parts: number): string {
  if (saving === null) return parts > 1 ? `Save ${parts} ZIP files` : 'Save ZIP';
  return parts > 1 ? `Saving ${saving} of ${parts}…` : 'Saving…';
}
