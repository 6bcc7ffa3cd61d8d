import { formatClock } from '../../../../shared/time.ts';
import { useRoute } from '../../router.ts';
import { useLive } from '../../stores/recorder/live-store.ts';
import { isUnderWay, useRecorder } from '../../stores/recorder/recorder-store.ts';
import { Link } from '../link.tsx';

/** Shows on every page that sound is recorded, by this window or another program, and leads to where it is stopped. */
export function RecordingSign() {
  const { page } = useRoute();
  const underWay = useRecorder(isUnderWay);
  const paused = useRecorder(({ phase }) => phase === 'paused');
  const lengthMs = useRecorder((state) => state.lengthMs);
  const elsewhere = useLive(({ recordings }) =>
    recordings.some(({ status }) => status !== 'finishing'),
  );
  if (page === 'record' || (!underWay && !elsewhere)) return null;
  const text = underWay ? formatClock(lengthMs) : 'Recording';
  return (
    <Link
      href="/record"
      title={paused ? 'Recording is paused' : 'Sound is recorded'}
      className="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm font-medium tabular-nums hover:bg-raised"
    >
      <RecordingDot paused={paused} />
      <span className="sr-only">{paused ? 'Recording, paused: ' : 'Recording: '}</span>
      {text}
    </Link>
  );
}

/** Red while sound is recorded. */
export function RecordingDot({ paused }: { paused: boolean }) {
  return (
    <span
      aria-hidden
      className={`size-2.5 shrink-0 rounded-full ${paused ? 'bg-soft' : 'bg-danger'}`}
    />
  );
}
