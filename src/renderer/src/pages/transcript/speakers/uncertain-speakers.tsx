import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Diarization } from '../../../../../shared/transcription/speakers.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { dismiss, useDismissed } from '../../../stores/browser-storage.ts';
import { CountForm } from './speaker-count-form.tsx';

type UncertainSpeakersProps = {
  id: string;
  diarization: Diarization;
  /** What else may help. */
  children?: ReactNode;
  /** Shown where nothing is uncertain. */
  otherwise?: ReactNode;
};

/** Says above the text and above its speakers that the labels may be wrong, and asks what would help. */
export function UncertainSpeakers(props: UncertainSpeakersProps) {
  const { id, diarization, children, otherwise = null } = props;
  const { warning, speaker_count, confidence } = diarization;
  // Who has found some labels right has not heard those of the next time.
  const key = `speakers-checked ${id} ${confidence} ${warning}`;
  const checked = useDismissed(key);
  if (warning === null || checked) return otherwise;
  return (
    <div className="mb-4 max-w-transcript">
      <Notice look="warning" icon={TriangleAlert}>
        <p>{warning}</p>
        <div className="flex flex-wrap items-center gap-2 pt-1.5">
          <CountForm found={speaker_count} />
          {children}
          <Button onClick={() => dismiss(key)}>The labels are right</Button>
        </div>
      </Notice>
    </div>
  );
}
