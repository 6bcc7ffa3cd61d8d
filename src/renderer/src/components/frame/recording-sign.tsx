import { formatClock } from '../../../../shared/time.ts';
import { useRoute } from '../../router.ts';
import { useInterrupted } from '../../stores/recorder/interrupted-store.ts';
import { useLive } from '../../stores/recorder/live-store.ts';
import { hearsNothing, isUnderWay, useRecorder } from '../../stores/recorder/recorder-store.ts';
import { Link } from '../link.tsx';

/** Shows on every page that sound is recorded, here or elsewhere, or was until its window ended; leads to where it stops. */
export function RecordingSign() {
  const { page } = useRoute();
  const recorder = useRecorder();
  const { phase, lengthMs } = recorder;
  const underWay = isUnderWay(recorder);
  const waits = hearsNothing(recorder) && phase === 'recording';
  const recordings = useLive((state) => state.recordings);
  const interrupted = useInterrupted((state) => state.found);
  const open = recordings.filter(({ status }) => status !== 'finishing');
  const isLeft = ({ id }: { id: string }) => interrupted.some((one) => one.recording.id === id);
  if (page === 'record' || (!underWay && open.length === 0)) return null;
  const onlyLeft = !underWay && open.every(isLeft);
  const isPaused = underWay ? phase === 'paused' : open.every(({ status }) => status === 'paused');
  const state = onlyLeft ? 'interrupted' : isPaused ? 'paused' : waits ? 'waiting' : 'recording';
  const { title, text, read } = STATES[state];
  return (
    <Link
      href="/record"
      data-sign
      title={title}
      className="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm font-medium tabular-nums hover:bg-raised"
    >
      <RecordingDot paused={state !== 'recording'} />
      <span className="sr-only">{read}: </span>
      <span className="max-xs:sr-only">{underWay ? formatClock(lengthMs) : text}</span>
    </Link>
  );
}

const STATES = {
  recording: { read: 'Recording', text: 'Recording', title: 'Sound is recorded' },
  waiting: {
    read: 'Recording, waiting for sound',
    text: 'Waiting for sound',
    title: 'Nothing is recorded: there is no sound',
  },
  paused: { read: 'Recording, paused', text: 'Paused', title: 'Recording is paused' },
  interrupted: { read: 'Recording', text: 'Interrupted', title: 'A recording was interrupted' },
} as const;

/** Red while sound is recorded. */
export function RecordingDot({ paused }: { paused: boolean }) {
  return (
    <span
      aria-hidden
      className={`size-2.5 shrink-0 rounded-full ${paused ? 'bg-soft' : 'bg-danger'}`}
    />
  );
}
