import { MicOff } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { useRecorder } from '../../stores/recorder/recorder-store.ts';
import { microphoneAdvice } from '../../text/recorder.ts';

/** Why nothing comes from the microphone, with a button where asking for it again may help. */
export function MicrophoneTrouble({ when }: { when: 'before' | 'while' }) {
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
