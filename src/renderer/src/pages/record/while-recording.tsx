import { Bookmark, Captions, Pause, Play, Square, Trash2 } from 'lucide-react';
import { formatClock } from '../../../../shared/time.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { RecordingDot } from '../../components/frame/recording-sign.tsx';
import { RECORDING_KEYS } from '../../keys/key-tables.ts';
import { usePageKeys } from '../../keys/page-keys.ts';
import { hearsNothing, useRecorder } from '../../stores/recorder/recorder-store.ts';
import { trackName } from '../../text/recorder.ts';
import { LevelMeter } from './level-meter.tsx';
import { LiveWords } from './live-words.tsx';
import { Troubles } from './recording-troubles.tsx';
import { ShareCaptions } from './share-captions.tsx';

/** Time, levels and text of what is being recorded, and what can be done with it. */
export function WhileRecording() {
  const { recordingId, choices } = useRecorder();
  return (
    <>
      <section aria-label="Recording" className="card space-y-5 p-5">
        <Time />
        <Levels />
        <Controls recordingId={recordingId} />
      </section>
      <Troubles when="while" />
      {recordingId !== null && (
        <LiveWords id={recordingId} speaker={choices.name.trim() || 'You'} />
      )}
    </>
  );
}

const STATES = {
  recording: 'Recording',
  waiting: 'Waiting for sound',
  paused: 'Paused',
  finishing: 'Finishing…',
} as const;

function Time() {
  const recorder = useRecorder();
  const { lengthMs, phase } = recorder;
  const meanwhile = hearsNothing(recorder) ? 'waiting' : 'recording';
  const state = phase === 'paused' || phase === 'finishing' ? phase : meanwhile;
  return (
    <div className="flex items-baseline justify-between gap-4">
      <p className="text-4xl font-semibold tabular-nums">{formatClock(lengthMs)}</p>
      <p role="status" className="flex items-center gap-2 text-sm font-medium">
        <RecordingDot paused={state !== 'recording'} />
        {STATES[state]}
      </p>
    </div>
  );
}

function Levels() {
  const { tracks, choices } = useRecorder();
  return (
    <div className="space-y-2">
      {tracks.map((track) => (
        <div key={track} className="flex items-center gap-4 text-sm">
          <span dir="auto" className="w-28 shrink-0 truncate text-left text-soft">
            {trackName(track, tracks.length > 1 ? choices.name.trim() : null)}
          </span>
          <LevelMeter track={track} label={`Level of the ${track}`} />
        </div>
      ))}
    </div>
  );
}

function Controls({ recordingId }: { recordingId: string | null }) {
  const { phase, marks } = useRecorder();
  const paused = phase === 'paused';
  const busy = phase === 'finishing';
  const turn = () => (paused ? useRecorder.resume() : useRecorder.pause());
  usePageKeys(RECORDING_KEYS, { pause: turn, mark: useRecorder.mark });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button look="primary" disabled={busy} onClick={() => void useRecorder.stop()}>
        <Square aria-hidden className="fill-current" />
        Stop
      </Button>
      <Button icon={paused ? Play : Pause} disabled={busy} onClick={turn}>
        {paused ? 'Go on' : 'Pause'}
      </Button>
      <Button icon={Bookmark} disabled={busy} onClick={useRecorder.mark}>
        Mark this moment
        {marks > 0 && <span className="text-soft tabular-nums">{marks}</span>}
      </Button>
      {recordingId !== null && (
        <>
          <Button icon={Captions} onClick={() => openCaptions(recordingId)}>
            Captions
          </Button>
          <ShareCaptions id={recordingId} />
        </>
      )}
      <ConfirmDialog
        trigger={
          <Button icon={Trash2} className="sm:ml-auto" disabled={busy}>
            Discard
          </Button>
        }
        title="Discard this recording?"
        description="Its sound and its text are deleted for good. This cannot be undone."
        action="Discard"
        onConfirm={() => void useRecorder.discard()}
      />
    </div>
  );
}

/** Opens the small window with the text of a recording in large letters: above all others in the desktop app. */
function openCaptions(id: string): void {
  if (window.steno) void window.steno.openCaptions(id);
  else window.open(`/captions?of=${id}`, 'steno-captions', 'popup,width=900,height=240');
}
