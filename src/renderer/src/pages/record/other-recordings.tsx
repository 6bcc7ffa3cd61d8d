import { Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../../shared/client.ts';
import type { LiveRecording } from '../../../../shared/recordings.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { RecordingDot } from '../../components/frame/recording-sign.tsx';
import { Section } from '../../components/section.tsx';
import { navigate } from '../../router.ts';
import { useInterrupted } from '../../stores/recorder/interrupted-store.ts';
import { useLive } from '../../stores/recorder/live-store.ts';
import { useRecorder } from '../../stores/recorder/recorder-store.ts';
import { notify } from '../../stores/toasts.ts';
import { formatWhen } from '../../text/format.ts';
import { LiveWords } from './live-words.tsx';

/** What other windows and programs record: it can be followed and ended here. */
export function OtherRecordings() {
  const recordings = useLive((state) => state.recordings);
  const own = useRecorder((state) => state.recordingId);
  const interrupted = useInterrupted((state) => state.found);
  const others = recordings.filter(
    ({ id }) => id !== own && !interrupted.some(({ recording }) => recording.id === id),
  );
  if (others.length === 0) return null;
  return (
    <Section title="Recorded elsewhere">
      <ul className="rows">
        {others.map((recording) => (
          <OtherRecording key={recording.id} recording={recording} />
        ))}
      </ul>
    </Section>
  );
}

function OtherRecording({ recording }: { recording: LiveRecording }) {
  const { id, title, status, created_at } = recording;
  const [shown, setShown] = useState(false);
  const [asked, setAsked] = useState(false);
  /** It could not be stopped, as there is no sound of it. */
  const [empty, setEmpty] = useState(false);
  const finish = async () => {
    try {
      const { transcription_id } = await client.finishRecording(id);
      if (transcription_id !== null) navigate(`/t/${transcription_id}`);
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.code === 'empty_media')) throw thrown;
      setEmpty(true);
    }
  };
  const stop = async () => {
    setAsked(true);
    await notify(() => (empty ? client.discardRecording(id) : finish()));
    setAsked(false);
  };
  return (
    <li className="space-y-4 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RecordingDot paused={status !== 'recording'} />
        <div className="min-w-40 flex-1">
          <p dir="auto" className="truncate text-left font-medium">
            {title}
          </p>
          <p role="status" className="text-sm text-soft">
            {empty ? 'Nothing was recorded yet.' : formatWhen(created_at)}
          </p>
        </div>
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide its text' : 'Show its text'}
        </Button>
        <Button disabled={asked || status === 'finishing'} onClick={() => void stop()}>
          {empty ? <Trash2 aria-hidden /> : <Square aria-hidden className="fill-current" />}
          {empty ? 'Remove it' : 'Stop'}
        </Button>
      </div>
      {shown && <LiveWords id={id} />}
    </li>
  );
}
