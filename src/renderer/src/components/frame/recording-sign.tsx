import { formatClock } from '../../../../shared/time.ts';
import { useRoute } from '../../router.ts';
import { useInterrupted } from '../../stores/recorder/interrupted-store.ts';
import { useLive } from '../../stores/recorder/live-store.ts';
import { isUnderWay, useRecorder } from '../../stores/recorder/recorder-store.ts';
import { Link } from '../link.tsx';

/**
 * Shows on every page that sound is recorded, by this window or another program, or was until its window ended, and leads
 * to where it is stopped.
 */
export function RecordingSign() {
  const { page } = useRoute();
  const underWay = useRecorder(isUnderWay);
  const isPaused = useRecorder(({ phase }) => phase === 'paused');
  const lengthMs = useRecorder((state) => state.lengthMs);
  const recordings = useLive((state) => state.recordings);
  const interrupted = useInterrupted((state) => state.found);
  const open = recordings.filter(({ status }) => status !== 'finishing');
  const isLeft = ({ id }: { id: string }) => interrupted.some((one) => one.recording.id === id);
  if (page === 'record' || (!underWay && open.length === 0)) return null;
  const onlyLeft = !underWay && open.every(isLeft);
  const text = underWay ? formatClock(lengthMs) : onlyLeft ? 'Interrupted' : 'Recording';
  const title = onlyLeft ? 'A recording was interrupted' : isPaused ? PAUSED : 'Sound is recorded';
  return (
    <Link
      href="/record"
      title={title}
      className="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm font-medium tabular-nums hover:bg-raised"
    >
      <RecordingDot paused={isPaused || onlyLeft} />
      <span className="sr-only">{isPaused ? 'Recording, paused: ' : 'Recording: '}</span>
      {text}
    </Link>
  );
}

const PAUSED = 'Recording is paused';

/** Red while sound is recorded. */
export function RecordingDot({ paused }: { paused: boolean }) {
  return (
    <span
      aria-hidden
      className={`size-2.5 shrink-0 rounded-full ${paused ? 'bg-soft' : 'bg-danger'}`}
    />
  );
}
