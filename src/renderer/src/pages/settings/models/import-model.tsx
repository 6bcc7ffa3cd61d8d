import FileInput from 'lucide-react/icons/file-input';
import { useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useModels } from '../../../stores/model-store.ts';

/** Adds a model file that is here already, Whisper's or one for voices; a strange one only after a question. */
export function ImportModel() {
  const input = useRef<HTMLInputElement>(null);
  const { importing, unconfirmed, importFile, forgetUnconfirmed } = useModels();
  return (
    <>
      <Button disabled={importing !== null} onClick={() => input.current?.click()}>
        <FileInput aria-hidden />
        {importing === null ? 'Add a model file' : `Adding ${importing}`}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".bin,.onnx"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void importFile(file, false);
          event.target.value = '';
        }}
      />
      <ConfirmDialog
        open={unconfirmed !== null}
        title={`Trust ${unconfirmed?.name ?? 'this model'}?`}
        description="Steno does not know this model. A model file can attack the program that reads it, so add it only if you trust where it comes from."
        action="Trust and add"
        onClose={forgetUnconfirmed}
        onConfirm={() => unconfirmed && void importFile(unconfirmed, true)}
      />
    </>
  );
}
