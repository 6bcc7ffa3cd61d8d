import Download from 'lucide-react/icons/download';
import { type SubmitEvent, useState } from 'react';
import { type ExportFormat, MAX_EXPORTED } from '../../../../../shared/exports/options.ts';
import { client } from '../../../api/client.ts';
import { saveFile } from '../../../api/save-file.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { ExportOptionsForm } from '../../../components/export-options.tsx';
import { FormatBoxes } from '../../../components/format-boxes.tsx';
import { notify } from '../../../stores/toasts.ts';
import { useExport } from '../../../stores/transcript/export-store.ts';

type ExportManyDialogProps = {
  /** Of finished recordings. */
  ids: readonly string[];
  /** How many of the selected ones are not finished. */
  unfinished: number;
  open: boolean;
  onClose: () => void;
};

/** Several transcripts as one ZIP, in the formats that are chosen once for all. */
export function ExportManyDialog({ ids, unfinished, open, onClose }: ExportManyDialogProps) {
  const { choice } = useExport();
  const [formats, setFormats] = useState<ReadonlySet<ExportFormat>>(new Set([choice.format]));
  const [saving, setSaving] = useState(false);
  const tooMany = ids.length > MAX_EXPORTED;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setSaving(true);
    await notify(async () => {
      const { format: _one, ...options } = choice;
      const file = await client.exportTranscriptions({
        ...options,
        ids: [...ids],
        formats: [...formats],
      });
      saveFile(file, 'Transcripts.zip');
      onClose();
    });
    setSaving(false);
  };
  const count = ids.length === 1 ? '1 recording' : `${ids.length} recordings`;
  return (
    <Dialog open={open} title={`Export ${count}`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <FormatBoxes
          legend={
            <span className="text-soft">One ZIP file with every recording in these formats:</span>
          }
          chosen={formats}
          onChange={setFormats}
          className="grid gap-x-4 sm:grid-cols-2"
        />
        {/* As high as all of them, so that nothing moves with the formats. */}
        <div className="mt-3 min-h-80 space-y-1 px-2 text-sm">
          <ExportOptionsForm formats={[...formats]} />
        </div>
        {unfinished > 0 && (
          <p className="mt-3 text-sm text-soft">
            {unfinished === 1
              ? '1 is not finished and is'
              : `${unfinished} are not finished and are`}{' '}
            left out.
          </p>
        )}
        {tooMany && (
          <p className="mt-3 text-sm text-danger">
            Select at most {MAX_EXPORTED.toLocaleString('en')} recordings.
          </p>
        )}
        {/* In reach also where the window is too low for the whole of it. */}
        <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 flex justify-end border-t border-line bg-panel px-5 py-3">
          <Button
            look="primary"
            type="submit"
            disabled={formats.size === 0 || ids.length === 0 || tooMany || saving}
          >
            <Download aria-hidden />
            {saving ? 'Saving…' : 'Save ZIP'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
