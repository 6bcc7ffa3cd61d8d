import { CloudOff, MicOff, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { RecordedTrack } from '../../../../shared/recordings.ts';
import { Notice } from '../../components/notice.tsx';
import { useRecorder } from '../../stores/recorder/recorder-store.ts';
import { formatSeconds } from '../../text/format.ts';
import { computerAdvice, microphoneAdvice, silenceAdvice } from '../../text/recorder.ts';
import { MicrophoneChoice } from './microphone-choice.tsx';

/** What goes wrong before something is recorded or while it is, and what to do about it. */
export function Troubles({ when }: { when: 'before' | 'while' }) {
  const { problem, computer, devices, silent, tracks, trouble, waitingMs, missingMs } =
    useRecorder();
  const isWhile = when === 'while';
  const concerns = (track: RecordedTrack) => !isWhile || tracks.includes(track);
  const ofComputer = concerns('computer') ? computerAdvice(computer) : null;
  return (
    <div role="alert" aria-atomic={false} className="space-y-3 empty:hidden">
      {!isWhile && problem !== null && (
        <Notice look="danger" icon={TriangleAlert}>
          <p>{problem}</p>
        </Notice>
      )}
      {trouble !== null && (
        <Notice look="warning" icon={CloudOff}>
          <p>
            {trouble} Nothing is lost: {formatSeconds(waitingMs, 0)} of sound are kept in this
            window, and sent as soon as Steno takes them.
          </p>
        </Notice>
      )}
      {concerns('microphone') && <MicrophoneTrouble when={when} />}
      {ofComputer !== null && (
        <Notice look="warning" icon={TriangleAlert}>
          <p>{ofComputer}</p>
          {isWhile && (
            <button
              type="button"
              className="font-medium text-accent underline"
              onClick={() => useRecorder.setComputer(true)}
            >
              Choose it again
            </button>
          )}
        </Notice>
      )}
      {silent.filter(concerns).map((track) => (
        <Notice key={track} look="warning" icon={MicOff}>
          <p>{silenceAdvice(track)}</p>
          {isWhile && track === 'microphone' && devices.length > 1 && <MicrophoneChoice />}
        </Notice>
      ))}
      {missingMs > 0 && (
        <Notice icon={TriangleAlert}>
          <p>
            {formatSeconds(missingMs)} in all could not be recorded, because the computer slept or a
            device was away. There is silence in their place.
          </p>
        </Notice>
      )}
    </div>
  );
}

/** Why nothing comes from the microphone, with a button where asking for it again may help. */
function MicrophoneTrouble({ when }: { when: 'before' | 'while' }) {
  const microphone = useRecorder((state) => state.microphone);
  const [asked, setAsked] = useState(false);
  if (asked && microphone === 'live') setAsked(false);
  // The button stays where it is, under the finger, and the same answer is read out again.
  const asking = asked && microphone === 'asking';
  const advice = asking ? 'Asking for the microphone…' : microphoneAdvice(microphone, when);
  if (advice === null) return null;
  const ask = () => {
    setAsked(true);
    useRecorder.askAgain();
  };
  return (
    <Notice look="warning" icon={MicOff}>
      <p>{advice}</p>
      {(asking || microphone === 'refused' || microphone === 'busy') && (
        <button type="button" className="font-medium text-accent underline" onClick={ask}>
          Try again
        </button>
      )}
    </Notice>
  );
}
