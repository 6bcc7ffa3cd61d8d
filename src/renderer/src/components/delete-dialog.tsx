import { titleOf } from '../../../shared/title.ts';
import type { TranscriptionSummary } from '../../../shared/transcription.ts';
import { useLibrary } from '../stores/library-store.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type DeleteDialogProps = {
  /** The recording to delete; `null` while nothing is asked. */
  item: Pick<TranscriptionSummary, 'id' | 'source'> | null;
  onClose: () => void;
  onDeleted: () => void;
};

export function DeleteDialog({ item, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useLibrary((state) => state.remove);
  return (
    <ConfirmDialog
      open={item !== null}
      title={item ? `Delete “${titleOf(item.source)}”?` : ''}
      description="The transcript, its subtitles and the stored copy of the recording are removed for good."
      action="Delete"
      onClose={onClose}
      onConfirm={() => {
        if (item) void remove(item.id).then(onDeleted);
      }}
    />
  );
}
