import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { titleOf } from '../../../../shared/title.ts';
import type { TranscriptionSummary } from '../../../../shared/transcription.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { useLibrary } from '../../stores/library-store.ts';

type RowActionsProps = {
  item: TranscriptionSummary;
  /** Whether Tab stops at the buttons: only in the row that has the keyboard. */
  reachable: boolean;
  onDelete: () => void;
};

export function RowActions({ item, reachable, onDelete }: RowActionsProps) {
  const cancel = useLibrary((state) => state.cancel);
  const retry = useLibrary((state) => state.retry);
  const title = titleOf(item.source);
  const tabIndex = reachable ? 0 : -1;
  const running = item.status === 'queued' || item.status === 'processing';
  return (
    <div className="relative z-1 flex w-17 shrink-0 justify-end gap-1">
      {item.status === 'failed' && (
        <IconButton
          label={`Try ${title} again`}
          tip="Try again"
          tabIndex={tabIndex}
          onClick={() => void retry(item.id)}
        >
          <RotateCcw aria-hidden />
        </IconButton>
      )}
      {running ? (
        <IconButton
          label={`Cancel ${title}`}
          tip="Cancel"
          tabIndex={tabIndex}
          onClick={() => void cancel(item.id)}
        >
          <X aria-hidden />
        </IconButton>
      ) : (
        <IconButton label={`Delete ${title}`} tip="Delete" tabIndex={tabIndex} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
