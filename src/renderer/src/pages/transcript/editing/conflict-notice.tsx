import { useEffect } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import type { Conflict } from '../../../edits/waiting-steps.ts';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import { openDialog } from '../open-dialog.ts';
import { WordDifferences } from './word-differences.tsx';

/** Above the text while a sentence was changed both here and elsewhere, until the user chooses or puts that off. */
export function ConflictNotice() {
  const conflicts = useTranscript((state) => state.conflicts);
  const count = conflicts.filter(({ later }) => !later).length;
  if (count === 0) return null;
  const what = count === 1 ? 'A sentence was' : `${count} sentences were`;
  return (
    <div
      ref={keepPlace}
      role="status"
      className="mt-4 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-raised p-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64">
        {what} changed here and somewhere else. Both are kept until you choose.
      </p>
      <div className="flex gap-2">
        <Button onClick={useEdits.putOff}>Later</Button>
        <Button onClick={() => openDialog('conflicts')}>Choose…</Button>
      </div>
    </div>
  );
}

/** What is below stays where it is. Further down browsers see to that, and while the page opens nothing is read yet. */
function keepPlace(notice: HTMLElement | null): void {
  const isOpening = useEdits.getState().history.undo === null;
  if (notice && scrollY === 0 && !isOpening)
    scrollBy({ top: notice.offsetHeight, behavior: 'instant' });
}

/** Both versions of each sentence that was changed here and elsewhere. */
export function ConflictDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const conflicts = useTranscript((state) => state.conflicts);
  const isSettled = open && conflicts.length === 0;
  // The next one does not open it by itself, under the hands of somebody who writes.
  useEffect(() => {
    if (isSettled) openDialog(null);
  }, [isSettled]);
  return (
    <Dialog open={open && !isSettled} title="Changed in two places" onClose={onClose}>
      <ul className="space-y-5">
        {conflicts.map((conflict) => (
          <li key={`${conflict.start} ${conflict.mine}`}>
            <Choice conflict={conflict} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Choice({ conflict }: { conflict: Conflict }) {
  const { start, mine, theirs } = conflict;
  return (
    <div className="space-y-2 text-sm">
      <p className="text-soft tabular-nums">{formatClock(start * 1000)}</p>
      {theirs === null ? (
        <>
          <p>The sentence is no longer there. You wrote:</p>
          <p dir="auto" className="select-text">
            {mine}
          </p>
          <div className="flex justify-end gap-2">
            <CopyButton text={() => mine}>Copy mine</CopyButton>
            <Button onClick={() => useEdits.settle(conflict, 'theirs')}>Drop mine</Button>
          </div>
        </>
      ) : (
        <>
          <p dir="auto">
            <WordDifferences before={theirs} after={mine} />
          </p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => useEdits.settle(conflict, 'theirs')}>Keep the other</Button>
            <Button look="primary" onClick={() => useEdits.settle(conflict, 'mine')}>
              Use mine
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
