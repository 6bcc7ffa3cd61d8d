import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { formatClock } from '../../../../shared/time.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { navigate } from '../../router.ts';
import { type Interrupted, useInterrupted } from '../../stores/recorder/interrupted-store.ts';
import { useRecorder } from '../../stores/recorder/recorder-store.ts';

/** Offers to go on with what a window recorded that was closed or crashed. */
export function InterruptedNotices() {
  const found = useInterrupted((state) => state.found);
  return found.map((one) => <InterruptedNotice key={one.take.key} one={one} />);
}

function InterruptedNotice({ one }: { one: Interrupted }) {
  const { title, duration, next_piece } = one.recording;
  const ready = useRecorder(({ phase }) => phase === 'ready');
  const [busy, setBusy] = useState(false);
  const doing = (action: () => Promise<unknown>) => async () => {
    setBusy(true);
    await action();
    setBusy(false);
  };
  const finish = doing(async () => {
    const id = await useInterrupted.finish(one);
    if (id !== null) navigate(`/t/${id}`);
  });
  const discard = doing(() => useInterrupted.discard(one));
  // Then there is nothing to go on with, or to finish.
  const empty = next_piece === 0;
  return (
    <Notice look="warning" icon={RotateCcw}>
      <p className="font-medium">A recording was interrupted</p>
      <p className="text-soft wrap-anywhere">
        {empty
          ? `“${title}” ended before any sound had come: nothing was recorded.`
          : `“${title}”: ${formatClock(duration * 1000)} were recorded, and nothing of that is lost. Steno finishes it by itself after ten minutes.`}
      </p>
      <div className="flex flex-wrap gap-2 pt-2">
        {empty ? (
          <Button disabled={busy} onClick={() => void discard()}>
            Remove it
          </Button>
        ) : (
          <>
            <Button
              look="primary"
              disabled={!ready || busy}
              onClick={() => void useInterrupted.goOn(one)}
            >
              Go on recording
            </Button>
            <Button disabled={busy} onClick={() => void finish()}>
              Finish it
            </Button>
            <ConfirmDialog
              trigger={<Button disabled={busy}>Discard</Button>}
              title="Discard this recording?"
              description="Its sound and its text are deleted for good. This cannot be undone."
              action="Discard"
              onConfirm={() => void discard()}
            />
          </>
        )}
      </div>
    </Notice>
  );
}
