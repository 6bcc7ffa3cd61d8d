import { useState } from 'react';
import { formatClock } from '../../../../../shared/time.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useEdits } from '../../../stores/transcript/edit-store.ts';
import { useTranscript } from '../../../stores/transcript/transcript-store.ts';
import type { Conflict } from '../../../stores/transcript/waiting-steps.ts';
import { WordDifferences } from './word-differences.tsx';

/** Above the text if a sentence was changed both here and elsewhere: the user decides which version stays. */
export function ConflictNotice() {
  const conflicts = useTranscript((state) => state.conflicts);
  const [open, setOpen] = useState(false);
  if (conflicts.length === 0) return null;
  const what = conflicts.length === 1 ? 'A sentence was' : `${conflicts.length} sentences were`;
  return (
    <>
      <div
        role="alert"
        className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-raised p-3 text-sm"
      >
        {what} changed here and somewhere else. Both are kept until you choose.
        <Button onClick={() => setOpen(true)}>Choose…</Button>
      </div>
      <Dialog open={open} title="Changed in two places" onClose={() => setOpen(false)}>
        <ul className="space-y-5">
          {conflicts.map((conflict) => (
            <li key={`${conflict.start} ${conflict.mine}`}>
              <Choice conflict={conflict} />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function Choice({ conflict }: { conflict: Conflict }) {
  const { start, mine, theirs } = conflict;
  const settle = useEdits((state) => state.settle);
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
            <Button onClick={() => void navigator.clipboard.writeText(mine)}>Copy mine</Button>
            <Button onClick={() => settle(conflict, 'theirs')}>Drop mine</Button>
          </div>
        </>
      ) : (
        <>
          <p dir="auto">
            <WordDifferences before={theirs} after={mine} />
          </p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => settle(conflict, 'theirs')}>Keep theirs</Button>
            <Button look="primary" onClick={() => settle(conflict, 'mine')}>
              Use mine
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
